import type { CallFailure } from '@rowhouse/integrations';
import type { FailureGroup } from '@rowhouse/integrations/internal';
import { expect, it } from 'vitest';
import { failureContent, failureLine, failureNotice } from './failureNotices.ts';

const failure: CallFailure = {
  direction: 'Outbound',
  method: 'GET',
  url: 'https://courier.example/parcels?page=2',
  route: null,
  userId: null,
  status: null,
  error: 'url() failed',
  callId: 'c1',
  tries: 1,
  endpoint: 'ParcelEndpoint',
};

function groupOf(changes: Partial<CallFailure>): FailureGroup {
  const at = new Date('2026-03-04T05:06:07.089Z');

  return {
    key: 'k',
    stage: 'opened',
    count: 1,
    isOverflow: false,
    failure: { ...failure, ...changes },
    startedAt: at,
    endsAt: at,
  };
}

it('reports a failure with its address, or with its endpoint if it has none', () => {
  const address = (changes: Partial<CallFailure>) =>
    failureContent(failureNotice(groupOf(changes))).parameters?.address;

  expect(address({})).toBe('https://courier.example/parcels');
  expect(address({ url: '' })).toBe('ParcelEndpoint');
  expect(address({ url: '', endpoint: null })).toBe('');
  expect(failureLine(groupOf({ url: '' }))).toBe(
    'Outbound API call failed: GET ParcelEndpoint: url() failed (call c1).',
  );
});
