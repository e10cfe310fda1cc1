import { useState } from 'react';
import Button, { type ButtonProps } from '@mui/material/Button';
import { useTranslate } from '../i18n/useTranslate.js';

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'sx'> {
  /** Resolves when it is known whether it succeeded. */
  onRetry: () => Promise<unknown>;
}

/** Asks again for what failed, whose message stays meanwhile. */
export function RetryButton({ onRetry, size = 'small', ...look }: Props) {
  const translate = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Button
      {...look}
      size={size}
      loading={isAsking}
      onClick={() => {
        setIsAsking(true);
        void onRetry().finally(() => {
          setIsAsking(false);
        });
      }}
    >
      {translate('crm.action.retry')}
    </Button>
  );
}
