import { z } from 'zod';
import { formControls } from '#db/values/inbound-addresses.ts';
import { errors } from '../errors.ts';
import { addressProcedure } from '../inbound/address-procedure.ts';
import { signTime } from '../inbound/html-form.ts';
import { parserOf } from '../lead-input.ts';
import { PublicError } from '../response.ts';

const nothing = parserOf(z.object({ address: z.string() }), () => undefined);

/** Adds a hidden field to the form that the script stands in. */
const scriptOf = (time: string) => `(() => {
  const form = document.currentScript.closest('form');
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = ${JSON.stringify(formControls.opened)};
  field.value = ${JSON.stringify(time)};
  form?.append(field);
})();
`;

/** The script of an HTML form, which tells when it was opened. Pages of any origin load it. */
export const getFormScript = addressProcedure
  .meta({
    openapi: { method: 'GET', path: '/in/{address}/form.js', protect: false, enabled: false },
    success: { status: 200, message: 'Script' },
    examples: { data: null },
  })
  .input(nothing)
  .output(z.null())
  .query(({ ctx }) => {
    const { address, answer, caller } = ctx;
    if (address.preset !== 'htmlForm') throw new PublicError(errors.notFound);

    caller.isLookUp = true;
    answer.text = scriptOf(signTime(address.formKey, Date.now()));
    Object.assign(answer.headers, {
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    });
    return null;
  });
