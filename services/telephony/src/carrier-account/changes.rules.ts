import type { CarrierChange, CarrierField } from '@crm/contracts/http/carrier.js';
import { ownName, readOf } from './account-state.js';
import type { AccountNumber, AccountState, ApplicationState, ServiceState, Wanted } from './account-state.js';
import { ownNumbers } from './ours.rules.js';

type Values = Partial<Record<CarrierField, string | boolean>>;

/** The fields whose value is not the wanted one. */
function differences(now: object, wanted: Values): CarrierChange['fields'] {
  return Object.entries(wanted).flatMap(([name, to]) => {
    const from: unknown = Reflect.get(now, name) ?? '';
    return from === to ? [] : [{ field: name as CarrierField, from: String(from), to: String(to) }];
  });
}

const changeOf = (
  target: CarrierChange['target'],
  { sid, name }: { sid: string | null; name: string },
  fields: CarrierChange['fields'],
): CarrierChange[] => (fields.length === 0 ? [] : [{ target, sid, name, fields }]);

function ofNumber(rented: AccountNumber, { addresses }: Wanted): CarrierChange[] {
  const { voice, sms } = rented.capabilities;
  return changeOf(
    'number',
    { sid: rented.sid, name: rented.number },
    differences(rented, {
      // A trunk is nothing to be undone from here, and takes the place of these.
      ...(voice &&
        rented.trunkSid === '' && {
          ...{ voiceUrl: addresses.number, voiceMethod: 'POST', voiceFallbackUrl: addresses.fallback },
          voiceApplicationSid: '',
        }),
      ...(sms && {
        ...{ smsUrl: addresses.texts, smsMethod: 'POST', smsFallbackUrl: addresses.texts },
        smsApplicationSid: '',
      }),
    }),
  );
}

function ofApplication(application: ApplicationState | null | undefined, { addresses }: Wanted) {
  if (application === undefined) return [];
  return changeOf(
    'application',
    application ?? { sid: null, name: ownName },
    differences(application ?? {}, {
      ...{ voiceUrl: addresses.client, voiceMethod: 'POST', voiceFallbackUrl: addresses.fallback },
      ...(application?.statusCallback && { statusCallback: '' }),
    }),
  );
}

function ofService(
  service: ServiceState | null | undefined,
  numbers: readonly AccountNumber[],
  { addresses }: Wanted,
): CarrierChange[] {
  if (service === undefined) return [];
  const senders = new Set(service?.senders);
  const outside = numbers.filter(({ sid, capabilities: { sms } }) => sms && !senders.has(sid));
  return [
    ...changeOf(
      'messaging-service',
      service ?? { sid: null, name: ownName },
      differences(service ?? {}, {
        // Numbers that each have the address themselves are as good.
        ...(service?.useInboundWebhookOnNumber !== true && {
          ...{ inboundRequestUrl: addresses.texts, inboundMethod: 'POST', fallbackUrl: addresses.texts },
          ...(service === null && { useInboundWebhookOnNumber: false }),
        }),
        ...(service?.statusCallback && { statusCallback: '' }),
      }),
    ),
    ...outside.map(({ sid, number }): CarrierChange => ({ target: 'sender', sid, name: number, fields: [] })),
  ];
}

/**
 * What is to be written so that calls and texts come to this installation: addresses of its numbers, the application and
 * the Messaging Service, which are created where they are missing. Nothing that costs money.
 */
export function changesOf(state: AccountState, wanted: Wanted): CarrierChange[] {
  const own = ownNumbers(state, wanted);
  return [
    ...ofApplication(readOf(state.application), wanted),
    ...ofService(readOf(state.service), own, wanted),
    ...own.flatMap((rented) => ofNumber(rented, wanted)),
  ];
}
