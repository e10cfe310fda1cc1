import CallOutlined from '@mui/icons-material/CallOutlined';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import StopOutlined from '@mui/icons-material/StopOutlined';
import Button from '@mui/material/Button';
import { callSelected } from '@crm/contracts/http/calling.js';
import { useListContext } from 'react-admin';
import { useDialler, useDiallerSwitch, useNoteDialler, useRefreshDialler } from '../dialler/useDialler.js';
import { useDiallerMessages } from '../i18n/dialler.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useCommands } from '../shortcuts/commands.js';

/** Calls the leads that are checked, and starts or stops the dialler. */
export function GuideActions() {
  const translate = useDiallerMessages();
  const note = useNoteDialler();
  const refresh = useRefreshDialler();
  const showAnswer = useShowAnswer();
  const { selectedIds, onUnselectItems } = useListContext();
  const { data: dialler } = useDialler();
  const diallerSwitch = useDiallerSwitch();
  const isOn = dialler?.on ?? false;

  const run = useVerb((provider, leads: string[]) => provider.call(callSelected, { body: { leads } }), {
    onSuccess: (answer) => {
      onUnselectItems();
      showAnswer(answer);
      // The server has switched it on with the run.
      note({ on: true });
      void refresh();
    },
  });
  const begin = () => {
    if (selectedIds.length > 0) run.mutate(selectedIds.map(String));
    else showAnswer({ status: 'error', message: translate('crm.guideLeads.selectFirst') });
  };
  const toggle = () => {
    diallerSwitch.mutate(!isOn);
  };
  const toggleLabel = translate(isOn ? 'crm.dialler.stop' : 'crm.dialler.start');
  useCommands({
    title: translate('crm.guideLeads.title'),
    commands: [
      {
        id: 'call-selected',
        label: translate('crm.guideLeads.callSelected'),
        Icon: CallOutlined,
        act: begin,
      },
      ...(dialler === undefined
        ? []
        : [
            {
              id: 'dialler',
              label: toggleLabel,
              Icon: isOn ? StopOutlined : PlayArrowOutlined,
              act: toggle,
            },
          ]),
    ],
  });
  return (
    <>
      <Button variant="outlined" startIcon={<CallOutlined />} loading={run.isPending} onClick={begin}>
        {translate('crm.guideLeads.callSelected')}
      </Button>
      <Button
        variant={isOn ? 'outlined' : 'contained'}
        color={isOn ? 'error' : 'primary'}
        startIcon={isOn ? <StopOutlined /> : <PlayArrowOutlined />}
        loading={diallerSwitch.isPending}
        disabled={dialler === undefined}
        onClick={toggle}
      >
        {toggleLabel}
      </Button>
    </>
  );
}
