import { useState } from 'react';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import { removeFactorsOfUser } from '@crm/contracts/http/second-factor.js';
import { IconAction } from '../controls/IconAction.js';
import { QuestionDialog } from '../controls/QuestionDialog.js';
import { useSecondFactorMessages } from '../i18n/second-factor.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';

/** Removes the second factors of an agent or a guide who lost a phone, from their row. */
export function RemoveFactorsButton({ person: { id, name } }: { person: { id: string; name: string } }) {
  const translate = useSecondFactorMessages();
  const showAnswer = useShowAnswer();
  const [asks, setAsks] = useState(false);
  const close = () => {
    setAsks(false);
  };
  const { mutate, isPending } = useVerb(
    (provider) => provider.call(removeFactorsOfUser, { params: { userId: id } }),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        close();
      },
      onRefused: close,
    },
  );
  return (
    <>
      <IconAction
        label={translate('crm.secondFactor.removeOf', { name })}
        onClick={() => {
          setAsks(true);
        }}
      >
        <LockOpenOutlined />
      </IconAction>
      {asks && (
        <QuestionDialog
          title={translate('crm.secondFactor.removeOfTitle')}
          subtitle={name}
          text={translate('crm.secondFactor.removeOfText', { name })}
          action={translate('crm.secondFactor.remove')}
          isPending={isPending}
          onAction={() => {
            mutate(undefined);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
