import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { instant } from '../ids.js';
import { phoneNumber } from '../phone.js';

/** `blocks`: calls or texts fail because of it. `warns`: they go, but worse or at a risk. */
export const findingSeverities = ['blocks', 'warns', 'fine'] as const;
export const findingSeverity = z.enum(findingSeverities);
export type FindingSeverity = z.infer<typeof findingSeverity>;

/** What a check of the carrier account looks at. */
export const carrierArea = z.enum([
  ...(['account', 'address', 'key', 'application', 'numbers', 'texts', 'registration'] as const),
  ...(['tollfree', 'countries', 'attestation'] as const),
]);
export type CarrierArea = z.infer<typeof carrierArea>;

/** One thing that a check found, in sentences for the operator. */
export const carrierFinding = z.object({
  /** The same for the same mistake, whatever it is found at: `number-voice-address`. */
  code: z.string(),
  area: carrierArea,
  severity: findingSeverity,
  sentence: z.string(),
  /** What to do; empty where nothing is to be done. */
  remedy: z.string(),
  /** The numbers that it is about. */
  numbers: z.array(z.string()),
  /** Whether one of the changes mends it. */
  mendable: z.boolean(),
});
export type CarrierFinding = z.infer<typeof carrierFinding>;

/** A setting at the carrier that can be written. */
export const carrierField = z.enum([
  ...(['voiceUrl', 'voiceMethod', 'voiceFallbackUrl', 'voiceApplicationSid', 'statusCallback'] as const),
  ...(['smsUrl', 'smsMethod', 'smsFallbackUrl', 'smsApplicationSid'] as const),
  ...(['inboundRequestUrl', 'inboundMethod', 'fallbackUrl', 'useInboundWebhookOnNumber'] as const),
]);
export type CarrierField = z.infer<typeof carrierField>;

/** What would be written to the account, none of which costs money. */
export const carrierChange = z.object({
  target: z.enum(['number', 'application', 'messaging-service', 'sender']),
  /** Null for what is created. */
  sid: z.string().nullable(),
  /** The number, or the name of the application or service. */
  name: z.string(),
  /** Of a sender none: it is added to the Messaging Service. An empty value is none. */
  fields: z.array(z.object({ field: carrierField, from: z.string(), to: z.string() })),
});
export type CarrierChange = z.infer<typeof carrierChange>;

/** The account as it was found, and what would mend it. */
export const carrierReport = z.object({
  checked_at: instant,
  /** Whether the carrier is the simulated one. */
  simulated: z.boolean(),
  /** What blocks first, then what warns. */
  findings: z.array(carrierFinding),
  changes: z.array(carrierChange),
  /** Stands for the changes: who mends names the ones that were shown. */
  digest: z.string(),
  /** Settings that are to name what was created or found: `TWILIO_TWIML_APP_SID=AP…`. */
  settings: z.array(z.string()),
});
export type CarrierReport = z.infer<typeof carrierReport>;

/** A number of ours that calls are placed from, and whose it is. */
export const numberInUse = z.object({
  phone: phoneNumber,
  /** An agent's or guide's own, a state's, the default of all, or one of the pool that leads near it are called from. */
  kind: z.enum(['user', 'state', 'default', 'pool']),
  /** The person's or the state's name; empty for the others. */
  name: z.string(),
});
export type NumberInUse = z.infer<typeof numberInUse>;

/** A number that the account has, and what of ours it is used for. */
export const accountNumber = z.object({
  phone: phoneNumber,
  voice: z.boolean(),
  texts: z.boolean(),
  used_by: z.array(numberInUse.omit({ phone: true })),
});
export type AccountNumber = z.infer<typeof accountNumber>;

const exampleReport: CarrierReport = {
  checked_at: '2026-11-20T17:38:00.000Z',
  simulated: false,
  findings: [
    {
      code: 'number-voice-address',
      area: 'numbers',
      severity: 'blocks',
      sentence: 'Calls to (214) 555-0199 do not reach this installation.',
      remedy: 'Mend: its voice address is set to https://calls.example.com/tw/voice/number.',
      numbers: ['+12145550199'],
      mendable: true,
    },
  ],
  changes: [
    {
      target: 'number',
      sid: 'PN0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a',
      name: '+12145550199',
      fields: [
        {
          field: 'voiceUrl',
          from: 'https://demo.twilio.com/welcome/voice/',
          to: 'https://calls.example.com/tw/voice/number',
        },
      ],
    },
  ],
  digest: '0f3c5b1e9a7d4c2286b1e0d94a7c3f55',
  settings: [],
};

export const checkCarrier = defineEndpoint({
  name: 'checkCarrier',
  method: 'GET',
  path: '/api/rest/carrier',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit: 'none',
  summary: 'Checks the carrier account: what blocks calls and texts, what warns, and what can be mended.',
  answer: carrierReport,
  example: { answer: exampleReport },
});

export const mendCarrier = defineEndpoint({
  name: 'mendCarrier',
  method: 'POST',
  path: '/api/rest/carrier/mend',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit: { action: 'carrier-account.mended', subject: 'carrier-account/{body.digest}' },
  summary:
    'Writes the changes that were shown to the carrier account and checks it again. Refused if other changes would be needed by now. Nothing that costs money.',
  body: z.object({ digest: z.string().regex(/^[0-9a-f]{32}$/, 'Not a valid digest') }),
  answer: outcome.extend({ report: carrierReport }),
  example: {
    body: { digest: exampleReport.digest },
    answer: {
      status: 'success',
      message: 'Carrier account updated',
      report: { ...exampleReport, findings: [], changes: [] },
    },
  },
});

export const numbersInUse = defineEndpoint({
  name: 'numbersInUse',
  method: 'GET',
  path: '/internal/carrier/numbers-in-use',
  service: 'telephony',
  access: 'internal',
  callers: ['telephony'],
  given: false,
  summary: 'The numbers of users and states, the default number, and those of the pool.',
  answer: z.object({ numbers: z.array(numberInUse) }),
  example: { answer: { numbers: [{ phone: '+12145550199', kind: 'state', name: 'Texas' }] } },
});

export const listAccountNumbers = defineEndpoint({
  name: 'listAccountNumbers',
  method: 'GET',
  path: '/api/rest/carrier/numbers',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit: 'none',
  summary:
    'The numbers of the carrier account, to choose from: those that nobody uses first. Of other countries none. Carrier unreachable: 502.',
  answer: z.object({ numbers: z.array(accountNumber) }),
  example: {
    answer: {
      numbers: [
        {
          ...{ phone: '+12145550199', voice: true, texts: true },
          used_by: [{ kind: 'state', name: 'Texas' }],
        },
      ],
    },
  },
});

export const carrierEndpoints = [checkCarrier, mendCarrier, numbersInUse, listAccountNumbers];
