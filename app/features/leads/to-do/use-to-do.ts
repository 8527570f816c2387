'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import type { ToDoOwners, ToDoSection } from '#db/values/leads.ts';

/** One section. `LiveQueries` keeps it current. */
export const useToDoSection = (whose: ToDoOwners, section: ToDoSection) =>
  useInfiniteQuery(
    useTRPC().leads.toDo.infiniteQueryOptions(
      { whose, section },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );

export type ToDoList = ReturnType<typeof useToDoSection>;
