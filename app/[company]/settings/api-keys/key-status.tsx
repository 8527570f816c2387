import { CircleCheck, CircleSlash, ClockAlert, RefreshCw, TimerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiKeyView } from '#server/api/schemas/api-keys.ts';
import { Badge, type Tone } from '../../../_ui/badge.tsx';

const looks: Record<ApiKeyView['status'], { word: string; tone: Tone; icon: ReactNode }> = {
  active: { word: 'Active', tone: 'success', icon: <CircleCheck aria-hidden /> },
  expiresSoon: { word: 'Expires soon', tone: 'warning', icon: <ClockAlert aria-hidden /> },
  retiring: { word: 'Replaced', tone: 'info', icon: <RefreshCw aria-hidden /> },
  inactive: { word: 'Inactive', tone: 'neutral', icon: <CircleSlash aria-hidden /> },
  expired: { word: 'Expired', tone: 'danger', icon: <TimerOff aria-hidden /> },
};

export function KeyStatus({ status }: { status: ApiKeyView['status'] }) {
  const { word, tone, icon } = looks[status];

  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
