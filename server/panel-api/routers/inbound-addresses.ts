import { createInboundAddress } from '../../services/inbound-addresses/create-inbound-address.ts';
import { deleteInboundAddress } from '../../services/inbound-addresses/delete-inbound-address.ts';
import { getInboundAddress } from '../../services/inbound-addresses/get-inbound-address.ts';
import { listInboundAddresses } from '../../services/inbound-addresses/list-inbound-addresses.ts';
import {
  pauseInboundAddress,
  resumeInboundAddress,
} from '../../services/inbound-addresses/pause-inbound-address.ts';
import { revealInboundAddress } from '../../services/inbound-addresses/reveal-inbound-address.ts';
import { rotateInboundAddress } from '../../services/inbound-addresses/rotate-inbound-address.ts';
import { updateInboundAddress } from '../../services/inbound-addresses/update-inbound-address.ts';
import { adminProcedure, router, viewerProcedure } from '../panel-trpc.ts';
import { done, idInput } from '../schemas/common.ts';
import {
  addressList,
  addressView,
  createAddressInput,
  deleteAddressInput,
  issuedAddress,
  listAddressesInput,
  revealedAddress,
  rotateAddressInput,
  updateAddressInput,
} from '../schemas/inbound-addresses.ts';

export const inboundAddressesRouter = router({
  list: viewerProcedure
    .input(listAddressesInput)
    .output(addressList)
    .query(({ ctx, input }) => listInboundAddresses(ctx.db, ctx.actor, input)),
  get: viewerProcedure
    .input(idInput)
    .output(addressView)
    .query(({ ctx, input }) => getInboundAddress(ctx.db, ctx.actor, input)),
  create: adminProcedure
    .input(createAddressInput)
    .output(issuedAddress)
    .mutation(({ ctx, input }) => createInboundAddress(ctx.db, ctx.actor, input, ctx)),
  update: adminProcedure
    .input(updateAddressInput)
    .output(addressView)
    .mutation(({ ctx, input }) => updateInboundAddress(ctx.db, ctx.actor, input, ctx)),
  /** A mutation, since the audit log says who has seen an address. */
  reveal: adminProcedure
    .input(idInput)
    .output(revealedAddress)
    .mutation(({ ctx, input }) => revealInboundAddress(ctx.db, ctx.actor, input, ctx)),
  rotate: adminProcedure
    .input(rotateAddressInput)
    .output(issuedAddress)
    .mutation(({ ctx, input }) => rotateInboundAddress(ctx.db, ctx.actor, input, ctx)),
  pause: adminProcedure
    .input(idInput)
    .output(addressView)
    .mutation(({ ctx, input }) => pauseInboundAddress(ctx.db, ctx.actor, input)),
  resume: adminProcedure
    .input(idInput)
    .output(addressView)
    .mutation(({ ctx, input }) => resumeInboundAddress(ctx.db, ctx.actor, input)),
  delete: adminProcedure
    .input(deleteAddressInput)
    .output(done)
    .mutation(({ ctx, input }) => deleteInboundAddress(ctx.db, ctx.actor, input)),
});
