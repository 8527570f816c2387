'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { useAddress } from '#app/_ui/address.ts';
import { Button } from '#app/_ui/button.tsx';
import { Field, Select } from '#app/_ui/field.tsx';
import { digits } from '#app/_ui/format.ts';
import { FirstFunnel, StepChooser, useSteps } from '#app/features/snippets/step-chooser.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import type { Table } from './read-file.ts';

interface AddMissingProps {
  table: Table;
  missing: number;
  onAdd: (place: { apiKeyId: string; stepId: string }) => void;
}

const canSend = ({ kind, status, permissions }: ApiKeyView) =>
  kind === 'live' &&
  status !== 'inactive' &&
  status !== 'expired' &&
  permissions.includes('leads:create');

/** Adds what is missing, as a key would send it to a step. The address may name both. */
export function AddMissing({ table, missing, onAdd }: AddMissingProps) {
  const [keyId, setKeyId] = useAddress('key');
  const [stepId, setStepId] = useAddress('step');
  const [funnelId, setFunnelId] = useAddress('funnel');
  const keys = useQuery(useTRPC().apiKeys.list.queryOptions({ filter: 'all' }));
  const offered = keys.data?.items.filter((key) => key.id === keyId || canSend(key)) ?? [];
  const apiKey =
    offered.find(({ id }) => id === keyId) ?? (offered.length === 1 ? offered[0] : undefined);
  const steps = useSteps({ funnelId, stepId, apiKey });

  if (table.headers.length === 1) {
    return (
      <p className="text-fg-muted">
        To add them, choose a file that has their names, phones or emails too.
      </p>
    );
  }
  return (
    <div className="grid items-end gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]">
      <Field label="Add as leads of the key">
        <Select value={apiKey?.id ?? ''} onChange={(event) => setKeyId(event.currentTarget.value)}>
          {!apiKey && <option value="">Choose a key</option>}
          {offered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <StepChooser
        steps={steps}
        onFunnel={(id) => {
          setFunnelId(id);
          setStepId('');
        }}
        onStep={setStepId}
        none={<FirstFunnel onCreated={() => {}} />}
      />
      <Button
        variant="primary"
        disabled={!apiKey || !steps.step}
        onClick={() =>
          apiKey && steps.step && onAdd({ apiKeyId: apiKey.id, stepId: steps.step.id })
        }
      >
        Add {digits(missing)} missing
      </Button>
    </div>
  );
}
