-- ANALYZE takes 30,000 values of each column and sorts them, for plans that look for some of them. Nobody looks for the text of
-- a whole record, and sorting it was most of what a vacuum of these tables took, a second of a core every minute under load.
alter table staff alter column json set statistics 0;
alter table client alter column json set statistics 0;
alter table appointment alter column json set statistics 0;
alter table prospect alter column json set statistics 0;
alter table form_submission alter column json_start set statistics 0, alter column json_rest set statistics 0;
