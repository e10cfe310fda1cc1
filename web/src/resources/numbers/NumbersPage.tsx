import { numberFormat } from '../../i18n/language.js';
import DialerSipOutlined from '@mui/icons-material/DialerSipOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useRefresh } from 'react-admin';
import { stateName } from '@crm/contracts/codes/states.js';
import { importNumbers, numbers, type PooledNumber } from '@crm/contracts/resources/number.js';
import { useNumberMessages } from '../../i18n/numbers.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { shownValue } from '../../fields/shown-value.js';

const { fields } = numbers;
const percent = numberFormat({ style: 'percent' });

/** Where a number belongs: its area code and state. */
function Area({ number: { area_code, state } }: { number: PooledNumber }) {
  const translate = useNumberMessages();
  if (area_code === '') return translate('crm.numbers.tollfree');
  return [area_code, state === null ? '' : stateName(state)].filter(Boolean).join(' · ');
}

/** Whether calls are placed from a number, and if not, why. */
function Status({ number: { status, rest_until, in_account } }: { number: PooledNumber }) {
  const translate = useNumberMessages();
  if (in_account === 0) return <Chip size="small" color="error" label={translate('crm.numbers.gone')} />;
  if (status === 'resting' && rest_until !== null)
    return translate('crm.numbers.restsUntil', { date: shownValue(fields.rest_until, rest_until) });
  return shownValue(fields.status, status);
}

/** How far a number's registration for texts is: what carriers refuse stands out. */
function Texts({ number: { texts } }: { number: PooledNumber }) {
  const shown = shownValue(fields.texts, texts);
  if (texts === 'ready' || texts === 'none') return shown;
  return <Chip size="small" color={texts === 'pending' ? 'warning' : 'error'} label={shown} />;
}

/** Today's calls, and how many there may be. */
function Today({ number: { calls_today, daily_limit } }: { number: PooledNumber }) {
  const translate = useNumberMessages();
  const used = shownValue(fields.calls_today, calls_today);
  if (daily_limit === null) return used;
  return translate('crm.numbers.ofLimit', { used, limit: shownValue(fields.daily_limit, daily_limit) });
}

/** Of how many calls a person answered how many. */
function Answered({ number: { calls, answered } }: { number: PooledNumber }) {
  const translate = useNumberMessages();
  if (calls === 0) return '–';
  return translate('crm.numbers.rate', {
    percent: percent.format(answered / calls),
    calls: shownValue(fields.calls, calls),
  });
}

/** Takes the numbers of the account that are not in the pool yet, and what changed of the others. */
function ImportButton() {
  const translate = useNumberMessages();
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  const importing = useVerb((provider) => provider.call(importNumbers, {}), {
    onSuccess: ({ added: _added, ...answer }) => {
      showAnswer(answer);
      refresh();
    },
  });
  return (
    <Button
      variant="contained"
      loading={importing.isPending}
      onClick={() => {
        importing.mutate(undefined);
      }}
    >
      {translate('crm.numbers.import')}
    </Button>
  );
}

/** The numbers of the carrier account that calls are placed from: how they are used, answered and registered. */
export default function NumbersPage() {
  const translate = useNumberMessages();
  const view = defaultView(numbers, {
    Icon: DialerSipOutlined,
    title: translate('crm.numbers.title'),
    emptyText: translate('crm.numbers.emptyText'),
    perPage: 50,
    nameOf: ({ phone }: PooledNumber) => shownValue(fields.phone, phone),
    actions: <ImportButton />,
    columns: {
      phone: { width: 130, names: true },
      area_code: { width: 150, wide: 200, cell: (number) => <Area number={number} /> },
      status: { width: 170, cell: (number) => <Status number={number} /> },
      calls_today: { width: 100, cell: (number) => <Today number={number} /> },
      answered: { width: 120, cell: (number) => <Answered number={number} /> },
      texts: { width: 130, cell: (number) => <Texts number={number} /> },
      used_by: { width: 160, wide: 300, wraps: true },
    },
    form: ['status', 'rest_until', 'daily_limit'],
    canRemove: ({ in_account }) => in_account === 0,
    words: { deleteText: (name) => translate('crm.numbers.deleteText', { name }) },
  });
  return <ResourcePage view={view} />;
}
