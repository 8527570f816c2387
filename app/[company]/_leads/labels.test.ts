import { describe, expect, it } from 'vitest';
import { describeEvent, toSentence } from './labels.ts';

describe('describeEvent', () => {
  it('uses the labels of the selects', () => {
    expect(describeEvent({ type: 'status', from: 'new', to: 'contacted' })).toBe(
      'Status changed from New to Contacted',
    );
  });

  it('names both steps of a move', () => {
    expect(describeEvent({ type: 'moved', from: 'New lead', to: 'Visit' })).toBe(
      'Moved from New lead to Visit',
    );
  });

  it('shows an unknown value unchanged', () => {
    expect(describeEvent({ type: 'priority', from: 'low', to: 'p0' })).toBe(
      'Priority changed from Low to p0',
    );
  });
});

describe('toSentence', () => {
  it('makes a stored value readable', () => {
    expect(toSentence('paid_social')).toBe('Paid social');
    expect(toSentence('linkedin')).toBe('LinkedIn');
    expect(toSentence('producthunt.com')).toBe('producthunt.com');
    expect(toSentence('')).toBe('');
  });
});
