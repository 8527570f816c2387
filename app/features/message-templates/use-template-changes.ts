'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { showRetry, showUndo } from '#app/_ui/toaster.tsx';
import type { MessageTemplate } from '#server/panel-api/schemas/message-templates.ts';

/** Returns a function that reads the templates again, and then says what was done. */
export function useRefreshTemplates() {
  const { messageTemplates } = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();

  return async (message: string): Promise<void> => {
    await queryClient.invalidateQueries(messageTemplates.list.pathFilter());
    announce(message);
  };
}

/** Deletes at once. Undo creates the template again. */
export function useDeleteTemplate({ id, ...settings }: MessageTemplate) {
  const { messageTemplates } = useTRPC();
  const refresh = useRefreshTemplates();
  const text = `“${settings.name}” is deleted`;
  const create = useMutation(
    messageTemplates.create.mutationOptions({
      onSuccess: () => refresh(`“${settings.name}” is there again`),
      onError: (error) =>
        showRetry(`“${settings.name}” is not there again. ${readFailure(error).message}`, () =>
          create.mutate(settings),
        ),
    }),
  );
  const remove = useMutation(
    messageTemplates.delete.mutationOptions({
      onSuccess: () => {
        showUndo(text, () => create.mutate(settings));
        return refresh(text);
      },
      onError: (error) =>
        showRetry(`“${settings.name}” is not deleted. ${readFailure(error).message}`, () =>
          remove.mutate({ id }),
        ),
    }),
  );

  return { start: () => remove.mutate({ id }), isPending: remove.isPending };
}
