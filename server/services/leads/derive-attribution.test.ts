import { describe, expect, it } from 'vitest';
import { attributionTable as table } from '#server/testing/attribution-table.ts';
import {
  type AttributionFields,
  deriveAttribution,
  explainAttribution,
} from './derive-attribution.ts';

describe('deriveAttribution', () => {
  it.each(table)('%s', (_, fields, [source, medium, channel]) => {
    expect(deriveAttribution(fields)).toMatchObject({ source, medium, channel });
  });

  const explain = (fields: AttributionFields) =>
    explainAttribution(fields, deriveAttribution(fields), false);

  it('names the rule that decided, and those that it overruled', () => {
    const fields = { utmSource: 'google', gclid: 'x', pageId: '1', campaignName: 'c' };
    expect(explain(fields)).toEqual({
      rule: 'UTM parameters, by Google’s default channel grouping',
      overruled: [
        { rule: 'Google click ID', source: 'google', medium: 'cpc', channel: 'paid_search' },
        {
          rule: 'Meta form, page or ad',
          source: 'facebook',
          medium: 'paid_social',
          channel: 'paid_social',
        },
        { rule: 'A campaign or ad name alone', source: 'other', medium: 'none', channel: 'other' },
      ],
    });
    expect(explain({})).toEqual({ rule: null, overruled: [] });
  });

  it.each(table)('explains %s by a rule whose result is stored', (_, fields, stored) => {
    const isNone = stored.join() === 'api,none,other';
    expect(explain(fields).rule === null).toBe(isNone);
  });

  it('does not explain a result of earlier rules by a present rule', () => {
    const stored = { source: 'facebook', medium: 'organic_social', channel: 'organic_social' };
    const { rule, overruled } = explainAttribution({ gclid: 'x', pageId: '1' }, stored, false);
    expect(rule).toBe('Meta form, page or ad');
    expect(overruled).toMatchObject([{ rule: 'Google click ID' }]);
    expect(explainAttribution({ gclid: 'x' }, stored, false)).toEqual({
      rule: 'Rules of an earlier version',
      overruled: [],
    });
  });

  it('names the key before all rules that fit', () => {
    const stored = { source: 'tiktok', medium: 'paid_social', channel: 'paid_social' };
    expect(explainAttribution({ gclid: 'x' }, stored, true)).toEqual({
      rule: 'Set on the API key',
      overruled: [
        { rule: 'Google click ID', source: 'google', medium: 'cpc', channel: 'paid_search' },
      ],
    });
  });
});
