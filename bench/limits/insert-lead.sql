-- One lead and its contact in one commit and one round trip: the least that storing a lead alone
-- can cost. Ids are made by the server, in the order of time as the product's are.
with contact as (
  insert into contacts (company_id, id, name, phones, email)
  values (:company::uuid, uuidv7(), 'Maria Silva', '{5511987654321}', 'maria.silva@example.com')
  returning company_id, id
)
insert into leads (
  company_id, id, step_id, contact_id, name, phones, email, segment, status, priority, temperature,
  source, medium, channel, campaign_name, utm_source, utm_medium, utm_campaign, origin, api_key_id,
  request_id
)
select company_id, uuidv7(), :step::uuid, id, 'Maria Silva', '{5511987654321}',
  'maria.silva@example.com', '', 'new', 'medium', 'warm', 'google', 'cpc', 'paid_search', 'Spring',
  'google', 'cpc', 'spring-sale', 'public_api', :key::uuid, gen_random_uuid()::text
from contact;
