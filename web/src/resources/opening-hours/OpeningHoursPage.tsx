import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { openingHours, openingHoursId } from '@crm/contracts/resources/opening-hours.js';
import { useOpeningHoursMessages } from '../../i18n/opening-hours.en.js';
import { ClosedDaysInput } from '../contact-rules/ClosedDaysInput.js';
import { HoursInputs } from '../contact-rules/HoursInputs.js';
import { defaultView } from '../default-view.js';
import { EditDialog } from '../ResourceDialog.js';
import type { FormFrameProps } from '../resource-view.js';

const stays = () => undefined;

/** When the numbers that all agents share are answered, and how callers wait for them. */
export default function OpeningHoursPage() {
  const translate = useOpeningHoursMessages();
  const view = defaultView(openingHours, {
    Icon: ScheduleOutlined,
    emptyText: '',
    columns: {},
    inputs: {
      hours: <HoursInputs help={translate('crm.openingHours.timeHelp')} />,
      closed_days: <ClosedDaysInput />,
    },
    dialog: { isStrict: true },
    words: { changeTitle: translate('crm.openingHours.title'), update: translate('crm.openingHours.save') },
    Frame: PageFrame,
  });
  return <EditDialog view={view} id={openingHoursId} onClose={stays} />;
}

/** The form as a page of its own. */
function PageFrame({ title, parts }: FormFrameProps) {
  const translate = useOpeningHoursMessages();
  return (
    <Paper
      component="form"
      noValidate
      aria-label={title}
      onSubmit={parts.onSubmit}
      sx={{ maxWidth: 640, p: { xs: 2, sm: 3 }, display: 'flex', flexDirection: 'column', gap: 2 }}
    >
      <Box>
        <Typography variant="h3" component="h1">
          {title}
        </Typography>
        <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>
          {translate('crm.openingHours.text')}
        </Typography>
      </Box>
      {parts.inputs}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>{parts.submit}</Box>
    </Paper>
  );
}
