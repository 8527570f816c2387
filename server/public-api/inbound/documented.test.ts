import { expect, it } from 'vitest';
import type { PresetName } from '#db/values/inbound-addresses.ts';
import { bodyOf, readSent } from '../../testing/inbound.ts';

/**
 * More shapes of what tools send than `server/testing/senders/` has, shortened. `source` is the page of the
 * vendor, and says where the shape is only seen in code of others.
 */

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

interface Documented {
  preset: PresetName;
  source: string;
  /** An object is JSON, and a text a form. */
  sent: object | string;
  body: object;
  fields: object;
}

const typeformAnswer = (type: string, value: unknown, id: string, of = type) => ({
  type,
  [type]: value,
  field: { id, type: of, ref: `ref-${id}` },
});

const columns = (...listed: [id: string, name: string, value: string][]) =>
  listed.map(([column_id, column_name, string_value]) => ({
    column_id,
    column_name,
    string_value,
  }));

const elementorField = (id: string, type: string, title: string, value: string) => ({
  [`fields[${id}][id]`]: id,
  [`fields[${id}][type]`]: type,
  [`fields[${id}][title]`]: title,
  [`fields[${id}][value]`]: value,
  [`fields[${id}][raw_value]`]: value,
  [`fields[${id}][required]`]: '1',
});

const cases: Documented[] = [
  {
    preset: 'googleAds',
    source: 'https://developers.google.com/google-ads/webhook/docs/implementation',
    sent: {
      lead_id: 'abc',
      form_id: 1,
      campaign_id: 2,
      google_key: 'k',
      api_version: '1.0',
      user_column_data: columns(
        ['FIRST_NAME', 'First Name', 'Ana'],
        ['LAST_NAME', 'Last Name', 'Lima'],
        ['EMAIL', 'User Email', 'ana@example.com'],
        ['WORK_EMAIL', 'Work Email', 'ana@acme.example'],
        ['PHONE_NUMBER', 'User Phone', '+5511987654321'],
        ['preferred_dealership', 'What is your preferred dealership?', 'Centro'],
      ),
    },
    body: {
      externalLeadId: 'abc',
      formId: 1,
      firstName: 'Ana',
      lastName: 'Lima',
      email: 'ana@example.com',
      'Work Email': 'ana@acme.example',
      phones: '+5511987654321',
      'What is your preferred dealership?': 'Centro',
      campaign_id: 2,
    },
    fields: {
      externalLeadId: 'abc',
      formId: '1',
      name: 'Ana Lima',
      email: 'ana@example.com',
      phones: ['5511987654321'],
      customFields: {
        'Work Email': 'ana@acme.example',
        'What is your preferred dealership?': 'Centro',
        campaign_id: 2,
      },
    },
  },
  {
    preset: 'metaLead',
    source: 'https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving',
    sent: {
      id: '1234567890123456',
      created_time: '2026-11-20T09:15:00+0000',
      ad_id: '1',
      ad_name: 'Ad',
      campaign_name: 'Spring',
      form_id: '987654321098765',
      is_organic: false,
      platform: 'ig',
      field_data: [
        { name: 'qual_é_o_seu_nome?', values: ['Ana Lima'] },
        { name: 'email', values: ['ana@example.com'] },
        { name: 'telefone_com_ddd', values: ['11987654321'] },
        { name: 'cores', values: ['azul', 'verde'] },
      ],
    },
    body: {
      externalLeadId: '1234567890123456',
      formId: '987654321098765',
      campaignName: 'Spring',
      adName: 'Ad',
      platform: 'ig',
      isOrganic: false,
      name: 'Ana Lima',
      email: 'ana@example.com',
      phones: '11987654321',
      cores: ['azul', 'verde'],
      ad_id: '1',
    },
    fields: {
      externalLeadId: '1234567890123456',
      formId: '987654321098765',
      campaignName: 'Spring',
      adName: 'Ad',
      platform: 'ig',
      isOrganic: 'false',
      name: 'Ana Lima',
      email: 'ana@example.com',
      phones: ['5511987654321'],
      customFields: { cores: 'azul, verde', ad_id: '1' },
    },
  },
  {
    preset: 'elementor',
    source: 'code of others, with advanced data',
    sent: query({
      'form[id]': '1606c7c4',
      'form[name]': 'New Form',
      ...elementorField('name', 'text', '', 'Ana Lima'),
      ...elementorField('field_1', 'email', 'Where can we reach you?', 'ana@example.com'),
      ...elementorField('field_2', 'tel', 'Whatsapp', '(85) 98769-6383'),
      ...elementorField('field_3', 'select', 'Curso', 'Inglês'),
      ...elementorField('utm_source', 'hidden', 'utm_source', 'ig'),
      ...elementorField('utm_term', 'hidden', 'utm_term', ''),
      'meta[date][title]': 'Date',
      'meta[date][value]': '16/09/2026',
      'meta[page_url][title]': 'Page URL',
      'meta[page_url][value]': 'https://shop.example/',
    }),
    body: {
      formId: '1606c7c4',
      name: 'Ana Lima',
      email: 'ana@example.com',
      phones: '(85) 98769-6383',
      Curso: 'Inglês',
      utm_source: 'ig',
      page_url: 'https://shop.example/',
    },
    fields: {
      formId: '1606c7c4',
      name: 'Ana Lima',
      email: 'ana@example.com',
      phones: ['5585987696383'],
      utmSource: 'ig',
      customFields: { Curso: 'Inglês', page_url: 'https://shop.example/' },
    },
  },
  {
    preset: 'elementor',
    source: 'code of others, with metadata',
    sent: query({
      'Seu nome': 'Ana',
      WhatsApp: '(85) 98769-6383',
      'Aceito os termos': 'on',
      Date: 'setembro 16, 2026',
      Time: '18:52',
      'Page URL': 'https://shop.example/',
      'User Agent': 'Mozilla/5.0',
      'Remote IP': '203.0.113.9',
      'Powered by': 'Elementor',
      form_id: '1606c7c4',
      form_name: 'New Form',
    }),
    body: {
      formId: '1606c7c4',
      name: 'Ana',
      WhatsApp: '(85) 98769-6383',
      'Aceito os termos': 'on',
      'Page URL': 'https://shop.example/',
    },
    fields: {
      formId: '1606c7c4',
      name: 'Ana',
      phones: ['5585987696383'],
      customFields: { 'Aceito os termos': 'on', 'Page URL': 'https://shop.example/' },
    },
  },
  {
    preset: 'typeform',
    source: 'https://www.typeform.com/developers/webhooks/example-payload/',
    sent: {
      event_id: 'LtWXD3crgy',
      event_type: 'form_response',
      form_response: {
        form_id: 'lT4Z3j',
        token: 'a3a12ec67a1365927098a606107fac15',
        calculated: { score: 9 },
        variables: [{ key: 'name', type: 'text', text: 'typeform' }],
        hidden: { user_id: 'abc123456', utm_source: 'newsletter' },
        definition: {
          id: 'lT4Z3j',
          title: 'Webhooks example',
          fields: [
            { id: 'a', ref: 'ref-a', type: 'long_text', title: "What's it like where you live?" },
            { id: 'b', ref: 'ref-b', type: 'email', title: 'Where can we reach you?' },
            { id: 'c', ref: 'ref-c', type: 'short_text', title: 'What is your first name?' },
            { id: 'd', ref: 'ref-d', type: 'picture_choice', title: 'Which pictures?' },
            { id: 'e', ref: 'ref-e', type: 'multiple_choice', title: 'Which city?' },
            { id: 'f', ref: 'ref-f', type: 'legal', title: 'Do you agree?' },
            { id: 'g', ref: 'ref-g', type: 'phone_number', title: 'May we call?' },
            { id: 'h', ref: 'ref-h', type: 'payment', title: 'Pay' },
          ],
        },
        answers: [
          typeformAnswer('text', "It's cold right now!", 'a', 'long_text'),
          typeformAnswer('email', 'laura@example.com', 'b'),
          typeformAnswer('text', 'Laura', 'c', 'short_text'),
          typeformAnswer('choices', { labels: ['London', 'Sydney'], ids: ['x', 'y'] }, 'd'),
          typeformAnswer('choice', { other: 'Lyon' }, 'e'),
          typeformAnswer('boolean', true, 'f', 'legal'),
          typeformAnswer('phone_number', '+34612345678', 'g'),
          typeformAnswer('payment', { amount: '$10.00', last4: '1234', name: 'L' }, 'h'),
          typeformAnswer('number', 5, 'unknown'),
        ],
      },
    },
    body: {
      externalLeadId: 'a3a12ec67a1365927098a606107fac15',
      formId: 'lT4Z3j',
      "What's it like where you live?": "It's cold right now!",
      email: 'laura@example.com',
      firstName: 'Laura',
      'Which pictures?': ['London', 'Sydney'],
      'Which city?': 'Lyon',
      'Do you agree?': true,
      phones: '+34612345678',
      Pay: '$10.00',
      'ref-unknown': 5,
      user_id: 'abc123456',
      utm_source: 'newsletter',
    },
    fields: {
      externalLeadId: 'a3a12ec67a1365927098a606107fac15',
      formId: 'lT4Z3j',
      name: 'Laura',
      email: 'laura@example.com',
      phones: ['34612345678'],
      utmSource: 'newsletter',
      customFields: {
        "What's it like where you live?": "It's cold right now!",
        'Which pictures?': 'London, Sydney',
        'Which city?': 'Lyon',
        'Do you agree?': true,
        Pay: '$10.00',
        'ref-unknown': 5,
        user_id: 'abc123456',
      },
    },
  },
  {
    preset: 'webflow',
    source:
      'https://developers.webflow.com/data/reference/webhooks/events/form-submission; not confirmed: a type of addresses',
    sent: {
      triggerType: 'form_submission',
      payload: {
        name: 'Contact',
        id: '6321ca84df3949bfc6752327',
        data: {
          'Your full name': 'Ana Lima',
          Reach: 'ana@example.com',
          'g-recaptcha-response': 'x',
          Budget: '',
        },
        schema: [
          { fieldName: 'Your full name', fieldType: 'FormTextInput' },
          { fieldName: 'Reach', fieldType: 'Email' },
        ],
      },
    },
    body: {
      externalLeadId: '6321ca84df3949bfc6752327',
      formId: 'Contact',
      'Your full name': 'Ana Lima',
      email: 'ana@example.com',
    },
    fields: {
      externalLeadId: '6321ca84df3949bfc6752327',
      formId: 'Contact',
      name: 'Ana Lima',
      email: 'ana@example.com',
    },
  },
  {
    preset: 'unbounce',
    source: 'https://documentation.unbounce.com/hc/en-us/articles/203510044',
    sent: query({
      page_id: '3b5d8f0e-0000-4000-8000-000000000000',
      page_name: 'Spring',
      variant: 'a',
      'data.json':
        '{"email":["ana@example.com"],"interests":["a","b"],"ip_address":["203.0.113.9"]}',
      'data.xml': '<form_data><email>other@example.com</email></form_data>',
    }),
    body: {
      formId: '3b5d8f0e-0000-4000-8000-000000000000',
      page_name: 'Spring',
      email: 'ana@example.com',
      interests: ['a', 'b'],
    },
    fields: {
      formId: '3b5d8f0e-0000-4000-8000-000000000000',
      pageName: 'Spring',
      email: 'ana@example.com',
      name: 'ana@example.com',
      nameFrom: 'email',
      customFields: { interests: 'a, b' },
    },
  },
  {
    preset: 'tally',
    source: 'https://tally.so/help/webhooks; choices, boxes and files: code of others',
    sent: {
      eventType: 'FORM_RESPONSE',
      data: {
        responseId: '2wgx4n',
        formId: 'VwbNEw',
        formName: 'Contact',
        fields: [
          { key: 'question_1', label: 'Como você se chama?', type: 'INPUT_TEXT', value: 'Ana' },
          { key: 'question_2', label: 'Contact', type: 'INPUT_EMAIL', value: 'ana@example.com' },
          {
            key: 'question_3',
            label: 'Timeline?',
            type: 'MULTIPLE_CHOICE',
            value: ['opt_a'],
            options: [
              { id: 'opt_a', text: 'Now' },
              { id: 'opt_b', text: 'Later' },
            ],
          },
          {
            key: 'question_4',
            label: 'Services',
            type: 'CHECKBOXES',
            value: ['a', 'b'],
            options: [
              { id: 'a', text: 'Design' },
              { id: 'b', text: 'Code' },
            ],
          },
          { key: 'question_4_a', label: 'Services (Design)', type: 'CHECKBOXES', value: true },
          { key: 'question_5', label: null, type: 'TEXTAREA', value: 'Hi' },
          {
            key: 'question_6',
            label: 'CV',
            type: 'FILE_UPLOAD',
            value: [{ id: 'f', name: 'cv.pdf', url: 'https://storage.example/cv.pdf' }],
          },
          { key: 'question_7', label: 'utm_campaign', type: 'HIDDEN_FIELDS', value: 'fall' },
        ],
      },
    },
    body: {
      externalLeadId: '2wgx4n',
      formId: 'VwbNEw',
      name: 'Ana',
      email: 'ana@example.com',
      'Timeline?': 'Now',
      Services: ['Design', 'Code'],
      question_5: 'Hi',
      CV: 'https://storage.example/cv.pdf',
      utm_campaign: 'fall',
    },
    fields: {
      externalLeadId: '2wgx4n',
      formId: 'VwbNEw',
      name: 'Ana',
      email: 'ana@example.com',
      utmCampaign: 'fall',
      customFields: {
        'Timeline?': 'Now',
        Services: 'Design, Code',
        question_5: 'Hi',
        CV: 'https://storage.example/cv.pdf',
      },
    },
  },
  {
    preset: 'jotform',
    source:
      'https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/; names: code of others',
    sent: query({
      formID: '210744869485065',
      submissionID: '5012088400321322831',
      webhookURL: 'https://shop.example/api/in/x',
      pretty: 'Name:Ana Lima',
      rawRequest: JSON.stringify({
        slug: 'submit/210744869485065/',
        q3_fullName3: { first: 'Ana', last: 'Lima' },
        q4_email4: 'ana@example.com',
        q5_phoneNumber: { area: '11', phone: '98765-4321' },
        q6_address: { addr_line1: 'Rua A', addr_line2: '', city: 'São Paulo' },
        q7_interests: ['a', 'b'],
        utm_source: 'google',
        event_id: '1616426736032_210744869485065_kcJlYeV',
      }),
    }),
    body: {
      formId: '210744869485065',
      externalLeadId: '5012088400321322831',
      name: 'Ana Lima',
      email: 'ana@example.com',
      phones: '11 98765-4321',
      address: 'Rua A, São Paulo',
      interests: ['a', 'b'],
      utm_source: 'google',
    },
    fields: {
      formId: '210744869485065',
      externalLeadId: '5012088400321322831',
      name: 'Ana Lima',
      email: 'ana@example.com',
      phones: ['5511987654321'],
      utmSource: 'google',
      customFields: { address: 'Rua A, São Paulo', interests: 'a, b' },
    },
  },
  {
    preset: 'contactForm7',
    source: 'https://wordpress.org/plugins/cf7-to-zapier/',
    sent: { _wpcf7: '5', _wpcf7_unit_tag: 'x', 'g-recaptcha-response': 'x', 'your-name': 'Ana' },
    body: { 'your-name': 'Ana' },
    fields: { name: 'Ana' },
  },
  {
    preset: 'hubspot',
    source:
      'https://knowledge.hubspot.com/workflows/how-do-i-use-webhooks-with-hubspot-workflows; not confirmed: the click ID',
    sent: {
      vid: 51,
      properties: {
        email: { value: 'ana@example.com' },
        hs_google_click_id: { value: 'Cj0K' },
        hs_object_id: { value: '51' },
        jobtitle: { value: 'CEO' },
      },
    },
    body: { externalLeadId: 51, email: 'ana@example.com', gclid: 'Cj0K', jobtitle: 'CEO' },
    fields: {
      externalLeadId: '51',
      name: 'ana@example.com',
      nameFrom: 'email',
      email: 'ana@example.com',
      gclid: 'Cj0K',
      customFields: { jobtitle: 'CEO' },
    },
  },
  {
    preset: 'rdStation',
    source: 'https://developers.rdstation.com/reference/webhooks-payload-copy',
    sent: {
      event_type: 'WEBHOOK.CONVERTED',
      event_identifier: 'newsletter',
      contact: {
        uuid: 'c2f3d2b3-7250-4d27-97f4-eef38be32f7f',
        email: 'ana@example.com',
        name: 'Ana Lima',
        mobile_phone: null,
        cf_plano: ['Anual'],
        company: { name: 'Acme' },
        funnel: { name: 'default', lifecycle_stage: 'Lead' },
        legal_bases: [{ category: 'communications' }],
      },
    },
    body: {
      externalLeadId: 'c2f3d2b3-7250-4d27-97f4-eef38be32f7f',
      email: 'ana@example.com',
      name: 'Ana Lima',
      cf_plano: ['Anual'],
      company: 'Acme',
      identificador: 'newsletter',
    },
    fields: {
      externalLeadId: 'c2f3d2b3-7250-4d27-97f4-eef38be32f7f',
      email: 'ana@example.com',
      name: 'Ana Lima',
      customFields: { cf_plano: 'Anual', company: 'Acme', identificador: 'newsletter' },
    },
  },
  {
    preset: 'calCom',
    source: 'https://cal.com/docs/developing/guides/automation/webhooks; answers: code of others',
    sent: {
      triggerEvent: 'BOOKING_REQUESTED',
      payload: {
        uid: 'bk1',
        startTime: '2026-11-21T10:00:00Z',
        attendees: [{ name: 'Ana', email: 'ana@example.com', phoneNumber: '+5511987654321' }],
        responses: {
          name: { label: 'your_name', value: { firstName: 'Ana', lastName: 'Lima' } },
          attendeePhoneNumber: { label: 'phone_number', value: '+5511987654321' },
          location: { label: 'location', value: { value: 'phone', optionValue: '' } },
          notes: { label: 'additional_notes', value: 'First talk' },
          guests: { label: 'additional_guests', value: [] },
        },
        userFieldsResponses: { plan: { label: 'Which plan?', value: 'Pro' } },
      },
    },
    body: {
      externalLeadId: 'bk1',
      name: 'Ana',
      email: 'ana@example.com',
      phones: '+5511987654321',
      'Which plan?': 'Pro',
      your_name: 'Ana Lima',
      notes: 'First talk',
      startTime: '2026-11-21T10:00:00Z',
    },
    fields: {
      externalLeadId: 'bk1',
      name: 'Ana',
      email: 'ana@example.com',
      phones: ['5511987654321'],
      message: 'First talk',
      customFields: { 'Which plan?': 'Pro', startTime: '2026-11-21T10:00:00Z' },
    },
  },
  {
    preset: 'callRail',
    source: 'https://apidocs.callrail.com/#webhooks, a form; not confirmed: that its data are flat',
    sent: {
      resource_id: 'FOR1',
      form_data: { name: 'Ana', email: 'ana@example.com' },
      landing_page_url: 'https://shop.example/',
    },
    body: {
      externalLeadId: 'FOR1',
      landing_page_url: 'https://shop.example/',
      name: 'Ana',
      email: 'ana@example.com',
    },
    fields: {
      externalLeadId: 'FOR1',
      name: 'Ana',
      email: 'ana@example.com',
      customFields: { landing_page_url: 'https://shop.example/' },
    },
  },
  {
    preset: 'callRail',
    source: 'https://apidocs.callrail.com/#webhooks, a text message',
    sent: {
      id: 1,
      resource_id: 'MSG1',
      source_number: '+15035550134',
      destination_number: '+15035550100',
      content: 'Hi',
      message_type: 'sms',
    },
    body: { externalLeadId: 'MSG1', phones: '+15035550134', message: 'Hi' },
    fields: {
      externalLeadId: 'MSG1',
      name: '15035550134',
      nameFrom: 'phones',
      phones: ['15035550134'],
      message: 'Hi',
    },
  },
  {
    preset: 'whatsappEvolution',
    source:
      'https://doc.evolution-api.com/v2/en/configuration/webhooks, with a hidden number: code of others',
    sent: {
      event: 'MESSAGES_UPSERT',
      data: {
        key: {
          remoteJid: '272516946294519@lid',
          remoteJidAlt: '5511987654321:12@s.whatsapp.net',
          fromMe: false,
        },
        pushName: 'Ana',
        message: { imageMessage: { caption: 'This one' } },
      },
    },
    body: {
      externalLeadId: '5511987654321',
      phones: ['+5511987654321'],
      name: 'Ana',
      message: 'This one',
    },
    fields: {
      externalLeadId: '5511987654321',
      phones: ['5511987654321'],
      name: 'Ana',
      message: 'This one',
    },
  },
  {
    preset: 'whatsappEvolution',
    source: 'https://doc.evolution-api.com/v2/en/configuration/webhooks, without any number',
    sent: {
      event: 'messages.upsert',
      data: { key: { remoteJid: '272516946294519@lid' }, pushName: 'Ana', message: {} },
    },
    body: { externalLeadId: '272516946294519@lid', name: 'Ana' },
    fields: { externalLeadId: '272516946294519@lid', name: 'Ana' },
  },
];

it.each(cases)('reads $preset as $source says', ({ preset, sent, body, fields }) => {
  const read = readSent(preset, bodyOf(sent));
  expect(read.bodies).toEqual([body]);
  expect(read.fields).toEqual([fields]);
});

const message = (from: string, body: string) => ({ from, type: 'text', text: { body } });
const cloud = (...values: object[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ changes: values.map((value) => ({ field: 'messages', value })) }],
});

it('reads the first message of each person, and each lead, of one request', () => {
  const contacts = [{ wa_id: '5511', profile: { name: 'Ana' } }];
  const messages = [message('5511', 'one'), message('5511', 'two'), message('5521', 'three')];
  expect(readSent('whatsappCloud', bodyOf(cloud({ contacts, messages }))).bodies).toEqual([
    { externalLeadId: '5511', phones: ['+5511'], name: 'Ana', message: 'one' },
    { externalLeadId: '5521', phones: ['+5521'], message: 'three' },
  ]);
  const many = Array.from({ length: 60 }, (_, n) => ({ uuid: `${n}`, name: `Ana ${n}` }));
  const { bodies } = readSent('rdStation', bodyOf({ leads: many }));
  expect(bodies).toHaveLength(50);
  expect(bodies[1]).toEqual({ externalLeadId: '1', name: 'Ana 1' });
});

const evolution = (data: object) => ({ event: 'messages.upsert', data });
const person = '5511987654321@s.whatsapp.net';

it.each<[preset: PresetName, sent: object]>([
  ['metaLead', { object: 'page', entry: [{ changes: [{ value: { leadgen_id: '1' } }] }] }],
  ['typeform', { event_type: 'form_response', form_response: { token: 't', answers: [] } }],
  ['webflow', { triggerType: 'form_submission', payload: { name: 'Contact', data: {} } }],
  ['webflow', { triggerType: 'site_publish', payload: {} }],
  ['tally', { data: { fields: [] } }],
  ['hubspot', { vid: 51, properties: {} }],
  ['hubspot', {}],
  ['rdStation', { leads: [] }],
  ['callRail', { customer_phone_number: '+15035550134', direction: 'outbound' }],
  ['callRail', { message_type: 'sms', agent: 'Bo', destination_number: '+15035550134' }],
  ['calCom', { triggerEvent: 'PING', payload: {} }],
  ['calCom', { triggerEvent: 'BOOKING_CANCELLED', payload: { attendees: [{ name: 'Ana' }] } }],
  ['whatsappEvolution', { event: 'connection.update', data: { state: 'open' } }],
  ['whatsappEvolution', evolution({ key: { remoteJid: person, fromMe: true } })],
  ['whatsappEvolution', evolution({ key: { remoteJid: '120363041234567890@g.us' } })],
  ['whatsappEvolution', evolution({ key: { remoteJid: 'status@broadcast' } })],
  ['whatsappEvolution', evolution({ key: { remoteJid: person }, messageType: 'reactionMessage' })],
  ['whatsappCloud', cloud({ statuses: [{ status: 'read' }] })],
  ['whatsappCloud', cloud({ messages: [{ from: '5511', type: 'reaction' }] })],
])('finds no person in what %s sends as %j', (preset, sent) => {
  const { bodies, nothing } = readSent(preset, bodyOf(sent));
  expect(bodies).toEqual([]);
  expect(nothing).toMatch(/^(?:has|is) /);
});
