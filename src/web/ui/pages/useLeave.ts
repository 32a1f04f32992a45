// chunk: people-lists
import { useEffect } from 'react';
import { useNavigate } from '../hooks/navigation.tsx';
import { toast } from '../hooks/toasts.ts';

/** Leaves a page that cannot be shown; a toast on the next page gives the reason. */
export function useLeave(leave: boolean, to: string, sentence: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!leave) return;
    toast('error', sentence);
    navigate(to, { replace: true });
  }, [leave, to, sentence, navigate]);
}
