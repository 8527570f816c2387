/** Names that Unicode keeps, and with it Node and Chromium, where the IANA has others by now. */
const renamed = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);
export const currentName = (timeZone: string) => renamed.get(timeZone) ?? timeZone;

/** The time zones that this machine or browser knows, by name. */
export function listTimeZones(): string[] {
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone').map(currentName)];
  return [...new Set(names)].sort();
}

/** The time zone of this machine or browser; UTC where it has none. */
export function localTimeZone(): string {
  const timeZone = currentName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  // It may be an offset, such as `+03:00`.
  return /^[a-z]/i.test(timeZone) && timeZone !== 'Etc/Unknown' ? timeZone : 'UTC';
}
