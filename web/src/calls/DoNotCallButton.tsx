import { useState } from 'react';
import PhoneDisabledOutlined from '@mui/icons-material/PhoneDisabledOutlined';
import { useCalling, useCallingStore } from '../calling/calling.js';
import { useCallActions } from '../calling/useCallActions.js';
import { QuestionDialog } from '../controls/QuestionDialog.js';
import { useCallMessages } from '../i18n/calls.en.js';
import type { ShownCall } from './call-shown.rules.js';
import { PanelButton } from '../controls/PanelButton.js';

/** The customer asks not to be called again: one question, then the number is listed and the call ends with a farewell. */
export function DoNotCallButton({ call, reason }: { call: ShownCall; reason: string | undefined }) {
  const translate = useCallMessages();
  const store = useCallingStore();
  const { live } = useCalling();
  const { doNotCall } = useCallActions(live);
  const [isAsked, setAsked] = useState(false);
  const close = () => {
    setAsked(false);
  };
  return (
    <>
      <PanelButton
        isShort
        icon={<PhoneDisabledOutlined />}
        label={translate('crm.calls.doNotCall')}
        shortcut="d"
        isBusy={doNotCall.isPending}
        reason={reason}
        onClick={() => {
          setAsked(true);
        }}
      />
      {isAsked && (
        <QuestionDialog
          title={translate('crm.calls.doNotCallTitle')}
          text={translate('crm.calls.doNotCallText', { name: call.name || call.number })}
          action={translate('crm.calls.doNotCall')}
          isActionFocused
          onAction={() => {
            // Before it is answered: the status is asked for as soon as the line is gone.
            store.set({ optedOutLead: call.leadId });
            doNotCall.mutate(undefined, {
              onError: () => {
                store.set({ optedOutLead: null });
              },
            });
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
