'use client';

import { createTRPCContext } from '@trpc/tanstack-react-query';
import type { PanelRouter } from '#server/panel-api/panel-router.ts';

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<PanelRouter>();
