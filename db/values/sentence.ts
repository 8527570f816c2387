/** Words that need more than a capital first letter. */
export const spellings: Readonly<Record<string, string>> = {
  api: 'API',
  cpc: 'CPC',
  cpm: 'CPM',
  sms: 'SMS',
  qr: 'QR',
  n8n: 'n8n',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  whatsapp: 'WhatsApp',
};

const spelled = new Map(Object.entries(spellings));

/** A stored value as text: `paid_social` → `Paid social`. Host names are unchanged. */
export function toSentence(value: string): string {
  const text = value.replaceAll('_', ' ');
  if (text.includes('.')) return text;

  return spelled.get(text) ?? text.charAt(0).toUpperCase() + text.slice(1);
}
