import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode, type SubmitEventHandler } from 'react';
import { SideDrawer } from './SideDrawer.js';
import { useTranslate } from '../i18n/useTranslate.js';

export interface DialogFrameProps {
  open: boolean;
  title: ReactNode;
  /** Below the title: a sentence, or whom the dialog is about. */
  subtitle?: ReactNode;
  /** Beside the close icon, such as the note about required fields. */
  aside?: ReactNode;
  /** Tabs below the title. */
  tabs?: ReactNode;
  /** Left side of the actions. */
  extras?: ReactNode;
  /** Right side of the actions: Close, then the primary button. */
  actions?: ReactNode;
  width?: 400 | 560 | 900 | 936;
  /** Without it the dialog can only be closed by its actions. */
  onClose: (() => void) | undefined;
  /** Beside what it is about, which stays in use: a drawer at the right edge, above a call's panel. */
  isBeside?: boolean;
  /** Closes only by its buttons, not by a backdrop click or Escape: for long forms. */
  persistent?: boolean;
  /** Does what the primary button does on Enter, wherever in the dialog no control takes that key itself. */
  onEnter?: () => void;
  /** Called after the close transition, to reset content. */
  onExited?: () => void;
  /** Wraps content and actions in a form. */
  onSubmit?: SubmitEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** The standard dialog: title and close icon, content, and actions below a divider. */
export const DialogFrame = ({
  open,
  title,
  subtitle,
  aside,
  tabs,
  extras,
  actions,
  width = 560,
  onClose,
  isBeside = false,
  persistent = false,
  onExited,
  onEnter,
  onSubmit,
  children,
}: DialogFrameProps) => {
  const translate = useTranslate();
  const titleId = useId();
  const body = (
    <>
      <DialogContent
        sx={{ containerType: 'inline-size', ...(tabs !== undefined && { pt: '20px !important' }) }}
      >
        {children}
      </DialogContent>
      {actions !== undefined && (
        <DialogActions sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
          {extras !== undefined && (
            // A phone has no room for them beside the buttons.
            <Box sx={{ flex: { xs: '1 0 100%', sm: 1 }, minWidth: 0, '&:empty': { display: 'none' } }}>
              {extras}
            </Box>
          )}
          {actions}
        </DialogActions>
      )}
    </>
  );
  const content = (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, pl: 3, pr: 2, pt: 2, pb: tabs ? 0 : 1.5 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={titleId} variant="h4" component="h2">
            {title}
          </Typography>
          {subtitle !== undefined && (
            <Typography
              variant="body2"
              component="div"
              color="textSecondary"
              sx={{ overflowWrap: 'anywhere' }}
            >
              {subtitle}
            </Typography>
          )}
        </Box>
        {aside}
        {onClose && (
          <IconButton aria-label={translate('crm.action.close')} onClick={onClose}>
            <CloseOutlined />
          </IconButton>
        )}
      </Box>
      {tabs}
      {onSubmit ? (
        <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'contents' }}>
          {body}
        </Box>
      ) : (
        body
      )}
    </>
  );
  if (isBeside)
    return (
      <SideDrawer open={open} titleId={titleId}>
        {content}
      </SideDrawer>
    );
  return (
    <Dialog
      open={open}
      onClose={() => {
        if (!persistent) onClose?.();
      }}
      onKeyDown={({ key, target, defaultPrevented }) => {
        if (key !== 'Enter' || defaultPrevented || onEnter === undefined) return;
        if (!(target instanceof Element) || target.closest('button, a, textarea') === null) onEnter();
      }}
      aria-labelledby={titleId}
      maxWidth={false}
      slotProps={{
        paper: { sx: { maxWidth: width } },
        transition: onExited ? { onExited } : {},
      }}
    >
      {content}
    </Dialog>
  );
};
