-- ANALYZE takes 30,000 values of each column and sorts them, for plans that look for some of them. Nobody looks for the text of
-- a whole record, so this work is left out.
alter table staff alter column json set statistics 0;
alter table client alter column json set statistics 0;
alter table appointment alter column json set statistics 0;
alter table prospect alter column json set statistics 0;
alter table form_submission alter column json_start set statistics 0, alter column json_rest set statistics 0;
