import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { IntegrateHeader, IntegrateLayout } from './_integrate/integrate-layout.tsx';

export default function IntegrateLoading() {
  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <IntegrateHeader />
      <Loading label="Loading the steps and keys">
        <IntegrateLayout
          setUp={
            <>
              <Skeleton className="h-40 rounded-md" />
              <Skeleton className="h-56 rounded-md" />
              <Skeleton className="h-80 rounded-md" />
            </>
          }
          check={
            <>
              <Skeleton className="h-56 rounded-md" />
              <Skeleton className="h-32 rounded-md" />
            </>
          }
        />
      </Loading>
    </div>
  );
}
