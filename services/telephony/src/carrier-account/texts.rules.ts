import type { AccountNumber, AccountState, Wanted } from './account-state.js';
import { readOf } from './account-state.js';
import { blocks, fine, named, ofPart, orFine, warns } from './finding.rules.js';
import { isTollfree } from '../phones/area-code.rules.js';
import { ownNumbers, usedNumbers } from './ours.rules.js';

const numbersOf = (list: readonly AccountNumber[]) => list.map(({ number }) => number);

const texting = (numbers: readonly AccountNumber[]) => numbers.filter(({ capabilities: { sms } }) => sms);

/** Whether texts go through a Messaging Service, from which numbers, and where the answers go. */
export const checkService = ofPart(
  'texts',
  'The Messaging Service',
  ({ service }) => service,
  (service, state, wanted) => {
    const { addresses, serviceSid, settings } = wanted;
    if (service === null) {
      return serviceSid === undefined
        ? [
            warns('texts', 'no-service', {
              sentence:
                'There is no Messaging Service: US carriers take texts from local numbers through a registered one alone.',
              remedy: `Mend: one is created with our numbers. Then set ${settings.service} to its id, and restart.`,
              mendable: true,
            }),
          ]
        : [
            blocks('texts', 'service-missing', {
              sentence: `The account has no Messaging Service ${serviceSid}: every text fails.`,
              remedy: `Correct ${settings.service}, or mend: one is created, whose id is then to be set.`,
              mendable: true,
            }),
          ];
    }
    const found = [];
    if (serviceSid === undefined) {
      found.push(
        warns('texts', 'service-not-set', {
          sentence: `Texts do not go through the Messaging Service ${service.name} yet.`,
          remedy: `Set ${settings.service}=${service.sid}, and restart.`,
        }),
      );
    } else if (service.sid !== serviceSid) {
      found.push(
        blocks('texts', 'service-unknown', {
          sentence: `The account has no Messaging Service ${serviceSid}: every text fails.`,
          remedy: `Set ${settings.service}=${service.sid}, and restart.`,
        }),
      );
    }
    if (
      !service.useInboundWebhookOnNumber &&
      (service.inboundRequestUrl !== addresses.texts || service.inboundMethod !== 'POST')
    ) {
      found.push(
        blocks('texts', 'service-inbound-address', {
          sentence:
            'Texts to the numbers of the Messaging Service, STOP among them, do not reach this installation.',
          remedy: `Mend: its inbound address is set to ${addresses.texts}, by POST.`,
          mendable: true,
        }),
      );
    }
    if (service.statusCallback !== '') {
      found.push(
        warns('texts', 'service-status', {
          sentence: `The Messaging Service reports texts to ${service.statusCallback}, which is nothing of ours.`,
          remedy: 'Mend: its status address is removed. Texts report to this installation by themselves.',
          mendable: true,
        }),
      );
    }
    const senders = new Set(service.senders);
    const outside = numbersOf(texting(ownNumbers(state, wanted)).filter(({ sid }) => !senders.has(sid)));
    if (outside.length > 0) {
      found.push(
        blocks('texts', 'number-outside-service', {
          sentence: `${named(outside)} cannot text: the Messaging Service does not have them.`,
          remedy: 'Mend: they are added to its senders.',
          numbers: outside,
          mendable: true,
        }),
      );
    }
    return orFine(
      found,
      'texts',
      `Texts go through the Messaging Service ${service.name}, with ${String(senders.size)} numbers.`,
    );
  },
);

/** Local numbers that are to send texts. */
const localNumbers = (state: AccountState, wanted: Wanted) =>
  texting(usedNumbers(state, wanted)).filter(({ number }) => !isTollfree(number));

const registering = 'Register in the carrier’s console, under Messaging, Regulatory compliance, A2P 10DLC.';

/** How far the registration of texts from local numbers (A2P 10DLC) is. */
export const checkRegistration = ofPart(
  'registration',
  'The registration for texts',
  ({ brands }) => brands,
  (brands, state, wanted) => {
    if (localNumbers(state, wanted).length === 0)
      return [fine('registration', 'No local number sends texts: nothing is to be registered.')];
    if (!brands.includes('APPROVED')) {
      if (brands.some((status) => ['PENDING', 'IN_REVIEW'].includes(status))) {
        return [
          warns('registration', 'brand-pending', {
            sentence:
              'The brand is still being reviewed: until then US carriers refuse texts from local numbers.',
            remedy: 'Wait for the review. Calls and texts from toll-free numbers are not affected.',
          }),
        ];
      }
      return [
        blocks('registration', brands.length === 0 ? 'no-brand' : 'brand-refused', {
          sentence:
            brands.length === 0
              ? 'No brand is registered: US carriers refuse every text from local numbers.'
              : 'The brand was refused or suspended: US carriers refuse every text from local numbers.',
          remedy: registering,
        }),
      ];
    }
    const service = readOf(state.service);
    if (service === undefined || service === null)
      return [fine('registration', 'The brand is approved. Its campaign belongs to a Messaging Service.')];
    if ('unread' in service.campaigns) {
      return [
        warns('registration', 'campaign-unread', {
          sentence: `The campaign could not be checked: ${service.campaigns.unread}.`,
          remedy: 'Check again later.',
        }),
      ];
    }
    const campaigns = service.campaigns.read;
    if (campaigns.includes('VERIFIED'))
      return [
        fine('registration', 'Brand and campaign are approved: texts from local numbers are registered.'),
      ];
    if (campaigns.some((status) => ['PENDING', 'IN_PROGRESS'].includes(status))) {
      return [
        warns('registration', 'campaign-pending', {
          sentence:
            'The campaign is still being reviewed: until then US carriers refuse texts from local numbers.',
          remedy: 'Wait for the review, which may take weeks.',
        }),
      ];
    }
    return [
      blocks('registration', campaigns.length === 0 ? 'no-campaign' : 'campaign-refused', {
        sentence:
          campaigns.length === 0
            ? 'The Messaging Service has no campaign: US carriers refuse every text from local numbers.'
            : 'The campaign was refused or suspended: US carriers refuse every text from local numbers.',
        remedy: registering,
      }),
    ];
  },
);

/** Whether the toll-free numbers that are to send texts are verified. */
export const checkTollfree = ofPart(
  'tollfree',
  'The verification of toll-free numbers',
  ({ tollfree }) => tollfree,
  (tollfree, state, wanted) => {
    const numbers = texting(usedNumbers(state, wanted)).filter(({ number }) => isTollfree(number));
    if (numbers.length === 0) return [fine('tollfree', 'No toll-free number sends texts.')];
    const waiting = (status = '') => ['PENDING_REVIEW', 'IN_REVIEW'].includes(status);
    const pending = numbersOf(numbers.filter(({ sid }) => waiting(tollfree.get(sid))));
    const refused = numbersOf(
      numbers.filter(({ sid }) => tollfree.get(sid) !== 'TWILIO_APPROVED' && !waiting(tollfree.get(sid))),
    );
    const found = [];
    if (refused.length > 0) {
      found.push(
        blocks('tollfree', 'tollfree-unverified', {
          sentence: `${named(refused)} cannot text: toll-free numbers must be verified first.`,
          remedy: 'Submit the verification in the carrier’s console, at the number.',
          numbers: refused,
        }),
      );
    }
    if (pending.length > 0) {
      found.push(
        warns('tollfree', 'tollfree-pending', {
          sentence: `The verification of ${named(pending)} is still being reviewed: until then its texts are refused.`,
          remedy: 'Wait for the review.',
          numbers: pending,
        }),
      );
    }
    return orFine(found, 'tollfree', 'The toll-free numbers are verified for texts.');
  },
);
