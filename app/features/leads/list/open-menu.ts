/** What can be changed in a row. */
export type RowField = 'status' | 'owner' | 'followUp';

const isField = (text: string | undefined): text is RowField =>
  text === 'status' || text === 'owner' || text === 'followUp';

export interface OpenMenu {
  leadId: string;
  field: RowField;
  anchor: HTMLElement;
}

/** The menu that a click in a row asks for. */
export function menuOfClick(target: EventTarget): OpenMenu | undefined {
  const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-edit]') : null;
  const leadId = anchor?.closest<HTMLElement>('[data-lead]')?.dataset.lead;
  const field = anchor?.dataset.edit;
  return anchor && leadId && isField(field) ? { leadId, field, anchor } : undefined;
}
