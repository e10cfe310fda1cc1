import { useState } from 'react';
import CallOutlined from '@mui/icons-material/CallOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { listColleagues } from '@crm/contracts/http/calling.js';
import { useCalling, useKeptDevice } from '../calling/calling.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { FindOne } from '../controls/FindOne.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';

/** Who is free changes all the time. */
const readEveryMs = 10_000;

/** Calls a colleague who is online and in no call; the call panel has the rest. */
export default function ColleagueDialog({ onClose }: { onClose: () => void }) {
  const translate = useCallMessages();
  const { here, live, desk, device } = useCalling();
  useKeptDevice();
  const [picked, setPicked] = useState<string>();
  const { data, isError, refetch } = useVerbQuery({
    key: ['calls', 'colleagues'],
    ask: (provider, signal) => provider.call(listColleagues, { signal }),
    refetchInterval: readEveryMs,
  });
  const colleagues = data?.colleagues;
  const chosen = colleagues?.find(({ id }) => id === picked);
  const reason =
    here || live
      ? translate('crm.calls.alreadyInCall')
      : chosen === undefined
        ? translate('crm.calls.chooseColleague')
        : device === 'ready'
          ? undefined
          : translate('crm.calls.notReady');
  const call = () => {
    if (reason !== undefined || chosen === undefined) return;
    const colleague = { id: chosen.id, name: chosen.fullname };
    void desk?.call({ number: '', leadId: null, kind: 'conference', colleague });
    onClose();
  };

  return (
    <DialogFrame
      open
      width={400}
      title={translate('crm.calls.colleagueTitle')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        call();
      }}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton
            type="submit"
            variant="contained"
            color="success"
            startIcon={<CallOutlined />}
            reason={reason}
          >
            {translate('crm.calls.call')}
          </ReasonButton>
        </>
      }
    >
      {isError && colleagues === undefined ? (
        <PanelNotice text={translate('crm.calls.colleaguesFailed')} onRetry={refetch} />
      ) : colleagues?.length === 0 ? (
        <Typography role="status" variant="body2" color="text.secondary">
          {translate('crm.calls.nobodyFree')}
        </Typography>
      ) : (
        <FindOne
          label={translate('crm.calls.colleague')}
          findLabel={translate('crm.calls.findColleague')}
          choices={colleagues?.map(({ id, fullname }) => ({ value: id, label: fullname }))}
          picked={chosen?.id}
          onPick={({ value }) => {
            setPicked(value);
          }}
        />
      )}
    </DialogFrame>
  );
}
