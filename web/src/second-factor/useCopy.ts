import { useNotify } from 'react-admin';
import { useSecondFactorMessages } from '../i18n/second-factor.en.js';

/** Copies a text, and says whether it worked. */
export function useCopy(): (text: string) => void {
  const translate = useSecondFactorMessages();
  const notify = useNotify();
  return (text) => {
    navigator.clipboard.writeText(text).then(
      () => {
        notify(translate('crm.secondFactor.copied'), { type: 'success' });
      },
      () => {
        notify(translate('crm.secondFactor.copyFailed'), { type: 'warning' });
      },
    );
  };
}
