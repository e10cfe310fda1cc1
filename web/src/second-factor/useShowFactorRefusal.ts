import { useNotify } from 'react-admin';
import { useSecondFactorMessages } from '../i18n/second-factor.en.js';
import { useShowRefusal } from '../notifications/useShowAnswer.js';
import { PasskeyRefused } from './passkey-refused.js';

/** Shows why a second factor was not taken: the browser's reason, or the server's. */
export function useShowFactorRefusal(): (error: unknown) => void {
  const translate = useSecondFactorMessages();
  const notify = useNotify();
  const showRefusal = useShowRefusal();
  return (error) => {
    if (error instanceof PasskeyRefused)
      notify(translate(`crm.secondFactor.${error.reason}`), { type: 'warning' });
    else showRefusal(error);
  };
}
