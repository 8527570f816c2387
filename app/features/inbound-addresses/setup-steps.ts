import { formControls, type PresetName, type ProofKind } from '#db/values/inbound-addresses.ts';

/** What to do in each tool, with the names of its menus. The documentation shows it too. */

interface Setup {
  steps: readonly string[];
  /** What else matters. */
  note?: string;
}

export const setupSteps: Readonly<Record<PresetName, Setup>> = {
  googleAds: {
    steps: [
      'Edit the lead form and open Export leads from Google Ads → Other data integration options.',
      'Paste the address into Webhook URL.',
      'Enter a text of your choice into Key, and the same one as Key at the address.',
      'Choose Send test data: the test is on the page of the step, under Tests.',
      'Save.',
    ],
    note: 'Without a key at the address, any key of Google is accepted.',
  },
  metaLead: {
    steps: [
      'In n8n, Make or your own code, read the lead from the Graph API, with its field_data.',
      'Send it to the address as JSON, with POST.',
    ],
    note: 'The lead ads webhook of Meta sends only IDs: it has no contact to make a lead of.',
  },
  elementor: {
    steps: [
      'Edit the page and select the form.',
      'Under Actions After Submit, add Webhook.',
      'Open Webhook below it and paste the address into Webhook URL.',
      'Update the page.',
    ],
  },
  typeform: {
    steps: [
      'Open the form, then Connect → Webhooks.',
      'Choose Add a webhook and paste the address.',
      'Turn the webhook on: it is off at first.',
      'Choose Send test request.',
    ],
    note: 'To have submissions signed, edit the webhook and enter the same Secret there and at the address.',
  },
  webflow: {
    steps: [
      'Open Site settings → Apps & integrations → Webhooks.',
      'Choose Add webhook, with the trigger type Form submission.',
      'Paste the address as the URL, and add it.',
    ],
    note: 'Webhooks of the dashboard may come without a signature: enter a secret at the address only for one that was made with the API.',
  },
  unbounce: {
    steps: [
      'Open the overview of the page, then Integrations → Webhooks.',
      'Choose Add Webhook and paste the address as the URL to POST form data to.',
      'Save, and choose Done.',
    ],
  },
  tally: {
    steps: [
      'Publish the form and open its Integrations tab.',
      'Choose Connect beside Webhooks.',
      'Paste the address into Endpoint URL.',
    ],
    note: 'To have submissions signed, add a signing secret there and enter the same one at the address.',
  },
  jotform: {
    steps: [
      'Open the form in the Form Builder, then Settings → Integrations.',
      'Find WebHooks and add it.',
      'Paste the address and choose Complete Integration.',
    ],
  },
  gravityForms: {
    steps: [
      'Install and activate the Webhooks Add-On.',
      'Open the form, then Settings → Webhooks, and choose Add New.',
      'Paste the address into Request URL, with the method POST and the format JSON.',
      'Under Request Body, choose Select Fields, and name each field: name, email, phone.',
      'Save.',
    ],
    note: 'All Fields sends numbers instead of names: map them once the first submission is here.',
  },
  contactForm7: {
    steps: [
      'Install and activate the plugin CF7 to Webhook.',
      'Edit the form and open its Webhook tab.',
      'Paste the address as the webhook URL.',
      'Save the form.',
    ],
  },
  wpforms: {
    steps: [
      'Install and activate the Webhooks addon.',
      'Edit the form, open Settings → Webhooks and turn webhooks on.',
      'Paste the address into Request URL, with the method POST.',
      'Under Request Body, add the fields with a key each: name, email, phone.',
      'Save the form.',
    ],
  },
  hubspot: {
    steps: [
      'Open Automations → Workflows and the workflow.',
      'Add the action Send a webhook, with the method POST.',
      'Paste the address into Webhook URL.',
      'Save, and turn the workflow on.',
    ],
  },
  rdStation: {
    steps: [
      'In RD Station Marketing, open Integrações → Webhooks and create one.',
      'Paste the address as the URL.',
      'Choose Conversão as the trigger, and the conversions that are leads.',
      'Save.',
    ],
  },
  calCom: {
    steps: [
      'Open Settings → Developer → Webhooks and add one.',
      'Paste the address into Subscriber URL.',
      'Keep the trigger Booking Created.',
      'Enter a text of your choice into Secret, and the same one as Secret at the address.',
      'Save.',
    ],
  },
  callRail: {
    steps: [
      'Open Integrations → Webhooks and choose the company.',
      'Paste the address as the endpoint of Post-Call.',
      'Choose Activate.',
    ],
  },
  whatsappEvolution: {
    steps: [
      'Call POST /webhook/set/{instance} of your Evolution API.',
      'Send the address as url, with enabled true and webhookByEvents false.',
      'List MESSAGES_UPSERT as the only one of events.',
    ],
    note: 'The first message of a person makes a lead.',
  },
  whatsappCloud: {
    steps: [
      'Open your app in the App Dashboard of Meta, then WhatsApp → Configuration.',
      'Paste the address into Callback URL, enter any text as Verify token, and choose Verify and save.',
      'Subscribe to messages under Webhook fields.',
      'Copy the App secret from App settings → Basic, and enter it at the address.',
    ],
    note: 'The first message of a person makes a lead.',
  },
  htmlForm: {
    steps: [
      'Copy the form into your page.',
      'Change, add or remove fields: their names say what they are, and unknown ones become custom fields.',
      'Style it as your page.',
    ],
    note: 'Keep the hidden field and the script: they tell people from programs.',
  },
  other: {
    steps: [
      'Paste the address where the tool asks for a webhook URL, with the method POST.',
      'Choose JSON, where there is a choice.',
      'Send a test, and look at What arrived.',
    ],
    note: 'A submission in which no name, email or phone is found is held until you map its fields.',
  },
};

interface PresetGroup {
  label: string;
  presets: readonly PresetName[];
}

/** Tools as they are chosen from. */
export const presetGroups: readonly PresetGroup[] = [
  { label: 'Forms and pages', presets: ['typeform', 'tally', 'jotform', 'webflow', 'unbounce'] },
  { label: 'WordPress', presets: ['elementor', 'gravityForms', 'contactForm7', 'wpforms'] },
  { label: 'Ads', presets: ['googleAds', 'metaLead'] },
  { label: 'CRM, calls and bookings', presets: ['hubspot', 'rdStation', 'callRail', 'calCom'] },
  { label: 'WhatsApp', presets: ['whatsappCloud', 'whatsappEvolution'] },
  { label: 'Anything else', presets: ['htmlForm', 'other'] },
];

/** What a tool calls the secret that proves its submissions. */
export const proofLabels: Record<ProofKind, string> = {
  googleKey: 'Key',
  typeform: 'Secret',
  webflow: 'Secret key',
  tally: 'Signing secret',
  calCom: 'Secret',
  meta: 'App secret',
};

/** What a visitor sees of the form. */
export const formFields = `  <p><label>Name<br><input name="name" autocomplete="name" required></label></p>
  <p><label>Email<br><input name="email" type="email" autocomplete="email"></label></p>
  <p><label>Phone<br><input name="phone" type="tel" autocomplete="tel"></label></p>
  <p><label>Message<br><textarea name="message" rows="3"></textarea></label></p>
  <p><button>Send</button></p>`;

/** A form of any page that sends to an address, with a field that only programs fill in. */
export const formSnippet = (url: string) => `<form action="${url}" method="post">
${formFields}
  <div hidden><input name="${formControls.trap}" tabindex="-1" autocomplete="off"></div>
  <script src="${url}/form.js"></script>
</form>`;
