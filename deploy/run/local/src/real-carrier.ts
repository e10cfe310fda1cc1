import { namesRealCarrier } from './settings.js';

/** The settings of a real carrier; incomplete ones are refused by the service itself. */
export const realCarrier = (env: NodeJS.ProcessEnv): { twilio?: Record<string, string> } => {
  const named = Object.entries(env).flatMap(([name, value]) =>
    namesRealCarrier(name) && value ? [[name, value] as const] : [],
  );
  return named.some(([name]) => name.startsWith('TWILIO_'))
    ? { twilio: { TELEPHONY_MODE: 'twilio', ...Object.fromEntries(named) } }
    : {};
};
