import { useEffect } from 'react';
import { useNavigate } from './navigation.tsx';
import { toast } from './toasts.ts';

/** Leaves a page that cannot be shown; a toast on the next page gives the reason. */
export function useLeave(leave: boolean, to: string, sentence: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!leave) return;
    toast('error', sentence);
    navigate(to, { replace: true });
  }, [leave, to, sentence, navigate]);
}
