-- Lists that a mirror of the data reads.

-- `after_id` of form submissions: the matches of a filter in the order of ids.
create index form_submission_by_form_id on form_submission (org_id, form_id, id);
create index form_submission_by_status_id on form_submission (org_id, status, id);
create index form_submission_by_type_id on form_submission (org_id, type, id);

-- `updated_since` of lists that had none.
create index form_submission_by_update on form_submission (org_id, updated_at, id);
create index site_by_update on site (org_id, updated_at, id);
create index price_code_by_update on price_code (org_id, updated_at, id);
