import type { Twilio } from 'twilio';
import type { CarrierChange } from '@crm/contracts/http/carrier.js';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';

type Options = Record<string, string | boolean>;

/** The fields as the client names them: it removes what is sent empty. */
const optionsOf = ({ fields }: CarrierChange): Options =>
  Object.fromEntries(
    fields.map(({ field, to }) => [field, field === 'useInboundWebhookOnNumber' ? to === 'true' : to]),
  );

async function write(client: Twilio, change: CarrierChange, serviceSid: string | null): Promise<string> {
  const { target, sid, name } = change;
  const options = optionsOf(change);
  const { services } = client.messaging.v1;
  switch (target) {
    case 'number':
      return (await client.incomingPhoneNumbers(sid ?? '').update(options)).sid;
    case 'application':
      return (
        await (sid === null
          ? client.applications.create({ friendlyName: name, ...options })
          : client.applications(sid).update(options))
      ).sid;
    case 'messaging-service':
      return (
        await (sid === null
          ? services.create({ friendlyName: name, ...options })
          : services(sid).update(options))
      ).sid;
    case 'sender':
      return (await services(serviceSid ?? '').phoneNumbers.create({ phoneNumberSid: sid ?? '' })).sid;
  }
}

/** A change that the carrier refused. */
export interface RefusedChange {
  change: CarrierChange;
  reason: string;
}

/**
 * Writes the changes one after the other and answers those that the carrier refused: one number that cannot be changed
 * holds up no other. Senders are added to `serviceSid`, or to the service that a change before them created.
 */
export async function writeChanges(
  client: Twilio,
  changes: readonly CarrierChange[],
  serviceSid: string | null,
): Promise<RefusedChange[]> {
  const refused: RefusedChange[] = [];
  let service = serviceSid;
  for (const change of changes) {
    try {
      const sid = await write(client, change, service);
      if (change.target === 'messaging-service') service = sid;
    } catch (error) {
      refused.push({ change, reason: carrierError(error).message });
    }
  }
  return refused;
}
