import Button from '@mui/material/Button';
import { useCloseNotification, useEvent, useNotify, useStore } from 'react-admin';
import type { OutcomeStatus } from '@crm/contracts/errors.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { askForNotices } from './notice-permission.js';
import { useShowAnswer } from './useShowAnswer.js';
import { localise } from '../i18n/language.js';

/** Whether the browser can show notices and nobody has said yet whether it may. */
const mayBeAsked = () => 'Notification' in window && Notification.permission === 'default';

/** Shows the answer to a follow-up that was set; the first time with the offer to be told on this device when it is due. */
export function useOfferNotices() {
  const showAnswer = useShowAnswer();
  const notify = useNotify();
  const [wasAsked, setAsked] = useStore<boolean>('notices.asked', false);
  return useEvent((answer: { status?: OutcomeStatus; message: string }) => {
    if (wasAsked || !mayBeAsked()) {
      showAnswer(answer);
      return;
    }
    setAsked(true);
    notify(<Offer text={localise(answer.message)} />, { type: answer.status ?? 'success' });
  });
}

function Offer({ text }: { text: string }) {
  const translate = useTranslate();
  const close = useCloseNotification();
  return (
    <>
      {text}
      <Button
        size="small"
        sx={{ ml: 1.5 }}
        onClick={() => {
          close();
          void askForNotices();
        }}
      >
        {translate('crm.shell.notifyWhenDue')}
      </Button>
    </>
  );
}
