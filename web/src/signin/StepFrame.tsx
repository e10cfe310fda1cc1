import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useSecondFactorMessages } from '../i18n/second-factor.en.js';

interface Props {
  title: string;
  hint: string;
  /** Other ways to go on. */
  others?: ReactNode;
  onBack?: () => void;
  children: ReactNode;
}

/** The second step in the place of the sign-in form. */
export function StepFrame({ title, hint, others, onBack, children }: Props) {
  const translate = useSecondFactorMessages();
  return (
    <Box
      component="section"
      aria-labelledby="second-step-title"
      sx={(theme) => ({
        width: 400,
        maxWidth: '100%',
        '& .MuiOutlinedInput-root': { ...theme.typography.body1, minHeight: theme.size.controlLarge },
      })}
    >
      <Typography id="second-step-title" variant="h3" component="h1">
        {title}
      </Typography>
      <Typography role="status" variant="body1" color="textSecondary" sx={{ mt: 0.5, mb: 2.5 }}>
        {hint}
      </Typography>
      {children}
      <Box sx={{ mt: 2.5, display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 0.5 }}>
        {others}
        {onBack && <Button onClick={onBack}>{translate('crm.secondFactor.step.back')}</Button>}
      </Box>
    </Box>
  );
}
