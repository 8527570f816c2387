import {
  followUpLabels,
  priorityLabels,
  statusLabels,
  toSentence,
} from '#app/[company]/_leads/labels.ts';
import { fieldFilters } from '#db/values/lead-fields.ts';
import { followUpTimes, leadPriorities, leadStatuses } from '#db/values/leads.ts';
import type { FilterChoices } from '#server/panel-api/schemas/lead-list.ts';
import type { ListName } from '#server/panel-api/schemas/leads-address.ts';

export interface Option {
  value: string;
  label: string;
}

const archived = (label: string, isArchived: boolean) =>
  isArchived ? `${label} (archived)` : label;

/** What a filter can be set to. */
export function optionsOf(name: ListName, choices: FilterChoices): Option[] {
  const named = (items: readonly { id: string; name: string }[]) =>
    items.map((item) => ({ value: item.id, label: item.name }));

  switch (name) {
    case 'funnel':
      return named([...new Map(choices.steps.map(({ funnel }) => [funnel.id, funnel])).values()]);
    case 'step':
      return choices.steps.map(({ id, name: step, funnel, isArchived }) => ({
        value: id,
        label: archived(`${funnel.name}: ${step}`, isArchived),
      }));
    case 'status':
      return leadStatuses.map((value) => ({ value, label: statusLabels[value] }));
    case 'priority':
      return leadPriorities.map((value) => ({ value, label: priorityLabels[value] }));
    case 'owner':
      return [{ value: 'none', label: 'No owner' }, ...named(choices.members)];
    case 'followUp':
      return followUpTimes.map((value) => ({ value, label: followUpLabels[value] }));
    case 'source':
      return choices.sources.map((value) => ({ value, label: toSentence(value) }));
    case 'key':
      return named(choices.keys);
    default:
      return fieldFilters
        .filter(({ param }) => param === name)
        .flatMap(({ key }) => choices[key].map((value) => ({ value, label: value })));
  }
}
