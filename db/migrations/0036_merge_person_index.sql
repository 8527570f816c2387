-- The list of the second index is merged beside that of the first.
create or replace function merge_search_words() returns bigint language sql security definer
set search_path = pg_catalog
as $$
  select gin_clean_pending_list('public.leads_search') + gin_clean_pending_list('public.leads_person')
$$;
