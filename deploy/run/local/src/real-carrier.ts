import { namesRealCarrier } from './settings.js';

/** What names a real carrier; half of it is refused by the service itself, in a sentence. */
export const realCarrier = (env: NodeJS.ProcessEnv): { twilio?: Record<string, string> } => {
  const named = Object.entries(env).flatMap(([name, value]) =>
    namesRealCarrier(name) && value ? [[name, value] as const] : [],
  );
  return named.some(([name]) => name.startsWith('TWILIO_'))
    ? { twilio: { TELEPHONY_MODE: 'twilio', ...Object.fromEntries(named) } }
    : {};
};
