import { describe, expect, it } from 'vitest';
import { eventWords, sentence } from './labels.ts';

describe('eventWords', () => {
  it('names the values of a closed list as the selects do', () => {
    expect(eventWords({ type: 'status', from: 'new', to: 'contacted' })).toBe(
      'Status changed from New to Contacted',
    );
  });

  it('names both steps of a move', () => {
    expect(eventWords({ type: 'moved', from: 'New lead', to: 'Visit' })).toBe(
      'Moved from New lead to Visit',
    );
  });

  it('shows a value that it does not know as it is', () => {
    expect(eventWords({ type: 'priority', from: 'low', to: 'p0' })).toBe(
      'Priority changed from Low to p0',
    );
  });
});

describe('sentence', () => {
  it('makes a stored word readable', () => {
    expect(sentence('paid_social')).toBe('Paid social');
    expect(sentence('linkedin')).toBe('LinkedIn');
    expect(sentence('producthunt.com')).toBe('producthunt.com');
    expect(sentence('')).toBe('');
  });
});
