import { z } from 'zod';
import { label } from '#server/api/schemas/common.ts';
import { createFunnelInput, stepNameMax, stepsPerFunnel } from '#server/api/schemas/funnels.ts';

/** As the wire wants it, but with steps as objects: that is how the form keeps them apart. */
export const newFunnel = createFunnelInput.extend({
  steps: z.array(z.object({ name: label(stepNameMax) })).max(stepsPerFunnel),
});

export type NewFunnel = z.infer<typeof newFunnel>;
