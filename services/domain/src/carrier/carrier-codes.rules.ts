/**
 * What a failed carrier request, or an undelivered text, means. `refused`: certainly nothing was started, because
 * of this number or this text. `over`: its subject has ended or no longer exists. `account`: our account,
 * credentials or number; every request fails until the operator fixes it. `rate`: rate limited, nothing was
 * started. `unknown`: it may or may not have been executed.
 */
export type FailureKind = 'refused' | 'over' | 'account' | 'rate' | 'unknown';

interface CarrierCode {
  kind: FailureKind;
  /** The message for people. */
  sentence: string;
}

const account = (sentence: string): CarrierCode => ({ kind: 'account', sentence });
const refused = (sentence: string): CarrierCode => ({ kind: 'refused', sentence });
const over = (sentence: string): CarrierCode => ({ kind: 'over', sentence });
const rate = (sentence: string): CarrierCode => ({ kind: 'rate', sentence });

/** The carrier's error codes, of requests and of deliveries. */
export const carrierCodes: Readonly<Record<number, CarrierCode>> = {
  10001: account('The carrier account is not active'),
  20003: account('The carrier does not accept our credentials'),
  20005: account('The carrier account is not active'),
  11200: refused('the file could not be fetched from us'),
  11751: refused('the files are larger than phones take'),
  12300: refused('the carrier does not take files of this kind'),
  16027: refused('nobody can be whispered to while they are on hold'),
  16028: refused('whoever was to be whispered to has left the call'),
  20404: over('The carrier no longer has it'),
  20429: rate('Too many requests at once'),
  21210: account('The caller id does not belong to the carrier account'),
  21211: refused('This number is not in service'),
  21212: account('The caller id is not a valid number'),
  21213: account('No caller id is configured'),
  21214: refused('This number cannot be reached'),
  21215: account('The carrier account is not allowed to call that region'),
  21216: refused('The carrier blocks calls to this number'),
  21217: refused('This number is not in service'),
  21219: account('The carrier account is a trial and can only call verified numbers'),
  21220: over('The call is not in progress'),
  21408: account('The carrier account is not allowed to text that region'),
  21603: account('No number to send texts from is configured'),
  21606: account('Our number cannot send texts'),
  21608: account('The carrier account is a trial and can only text verified numbers'),
  21610: refused('This number has opted out of texts'),
  21611: rate('Too many texts are queued on our number'),
  21612: refused('This number cannot be reached by text'),
  21614: refused('This is not a mobile number'),
  21617: refused('The text is too long'),
  21620: refused('The carrier cannot reach our files'),
  21623: refused('The text has too many files'),
  21660: account('Our number does not belong to the carrier account'),
  30001: rate('Too many texts at once'),
  30002: account('The carrier account is suspended'),
  30003: refused('the phone is switched off or out of reach'),
  30004: refused('the phone takes no texts from us'),
  30005: refused('no phone has this number'),
  30006: refused('it is a landline, or a phone that takes no texts'),
  30007: refused('it was held back as unwanted'),
  30008: refused('no reason is known'),
  30019: refused('the files are larger than the phone takes'),
  30022: account('too many texts a minute for our registration'),
  30023: account('the day’s texts of our registration are used up'),
  30024: account('our number is not set up for texts'),
  30032: account('our toll-free number is not verified'),
  30033: account('our registration for texts is suspended'),
  30034: account('our number is not registered for texts'),
  30035: account('our number’s registration for texts is not finished'),
};

/** The meaning and message of a carrier error code, or undefined if unknown. */
export const codeOf = (code: number): CarrierCode | undefined => carrierCodes[code];
