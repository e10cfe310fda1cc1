import type { TextRegistration } from '@crm/contracts/resources/number.js';
import type { AccountState, ServiceState } from '../carrier-account/account-state.js';
import { textRegistrationOf } from './text-registration.rules.js';

const local = { sid: 'PN1', number: '+12145550101', capabilities: { voice: true, sms: true, mms: true } };
const tollfree = { ...local, sid: 'PN2', number: '+18005550102' };

const withCampaigns = (campaigns: ServiceState['campaigns'], senders = ['PN1']) => ({
  service: {
    read: {
      ...{ sid: 'MG1', name: 'Call centre', inboundRequestUrl: '', inboundMethod: 'POST', fallbackUrl: '' },
      ...{ statusCallback: '', useInboundWebhookOnNumber: false, senders, campaigns },
    },
  },
});
const unread = { unread: 'The carrier does not answer' };

test.each<[string, Partial<AccountState>, TextRegistration | undefined]>([
  ['an approved campaign', withCampaigns({ read: ['FAILED', 'VERIFIED'] }), 'ready'],
  ['a campaign in review', withCampaigns({ read: ['FAILED', 'IN_PROGRESS'] }), 'pending'],
  ['a refused campaign', withCampaigns({ read: ['FAILED'] }), 'refused'],
  ['no campaign', withCampaigns({ read: [] }), 'missing'],
  ['a service that does not send from it', withCampaigns({ read: ['VERIFIED'] }, []), 'missing'],
  ['no service', { service: { read: null } }, 'missing'],
  ['a service that cannot be read', { service: unread }, undefined],
  ['campaigns that cannot be read', withCampaigns(unread), undefined],
])('a local number has the registration of its campaign: %s', (_which, state, expected) => {
  expect(textRegistrationOf(local, { service: unread, tollfree: unread, ...state })).toBe(expected);
});

test.each<[string, AccountState['tollfree'], TextRegistration | undefined]>([
  ['approved', { read: new Map([['PN2', 'TWILIO_APPROVED']]) }, 'ready'],
  ['in review', { read: new Map([['PN2', 'IN_REVIEW']]) }, 'pending'],
  ['refused', { read: new Map([['PN2', 'TWILIO_REJECTED']]) }, 'refused'],
  ['never asked for', { read: new Map() }, 'missing'],
  ['not to be read', unread, undefined],
])('a toll-free number has its own verification: %s', (_which, state, expected) => {
  expect(textRegistrationOf(tollfree, { service: unread, tollfree: state })).toBe(expected);
});

test('a number without the capability takes no texts', () => {
  const mute = { ...local, capabilities: { voice: true, sms: false, mms: false } };
  expect(textRegistrationOf(mute, { service: unread, tollfree: unread })).toBe('none');
});
