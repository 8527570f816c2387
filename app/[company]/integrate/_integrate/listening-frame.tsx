import type { ReactNode } from 'react';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { NumberedPart } from './integrate-layout.tsx';

interface ListeningFrameProps {
  done?: boolean;
  children: ReactNode;
}

export function ListeningFrame({ done = false, children }: ListeningFrameProps) {
  return (
    <NumberedPart number={5} title="Listening" done={done}>
      {children}
    </NumberedPart>
  );
}

export function LoadingRequests() {
  return (
    <ListeningFrame>
      <Loading label="Loading the requests">
        <Skeleton className="h-10" />
      </Loading>
    </ListeningFrame>
  );
}
