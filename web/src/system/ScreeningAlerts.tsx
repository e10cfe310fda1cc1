import Alert from '@mui/material/Alert';
import { useScreening } from '../screening/useScreening.js';

/** What of the lists of numbers is missing, too old or not answered: an admin alone can put it right. */
export function ScreeningAlerts() {
  return useScreening()
    .filter(({ severity }) => severity !== 'info')
    .map(({ text, severity }) => (
      <Alert key={text} severity={severity} sx={{ flex: 'none' }}>
        {text}
      </Alert>
    ));
}
