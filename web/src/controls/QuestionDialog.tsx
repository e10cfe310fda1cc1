import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from '../i18n/useTranslate.js';
import { DialogFrame } from './DialogFrame.js';

interface Props {
  open?: boolean;
  title: string;
  subtitle?: string;
  text: string;
  /** Label of the confirm button. */
  action: string;
  isPending?: boolean;
  /** Whether Enter confirms; it closes otherwise. */
  isActionFocused?: boolean;
  onAction: () => void;
  onClose: () => void;
  /** Below the text. */
  children?: ReactNode;
}

/** Confirms an irreversible action. */
export function QuestionDialog(props: Props) {
  const {
    open = true,
    text,
    action,
    isPending = false,
    isActionFocused = false,
    onAction,
    onClose,
    children,
    ...titles
  } = props;
  const translate = useTranslate();
  return (
    <DialogFrame
      {...titles}
      open={open}
      width={400}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" autoFocus={!isActionFocused} onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <Button
            variant="contained"
            color="error"
            autoFocus={isActionFocused}
            loading={isPending}
            onClick={onAction}
          >
            {action}
          </Button>
        </>
      }
    >
      <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      {children}
    </DialogFrame>
  );
}
