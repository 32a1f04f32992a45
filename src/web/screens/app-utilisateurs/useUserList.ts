import { useState } from 'react';
import { pagesOf } from '#domain/pages.ts';
import { useUsers } from '#web/data/queriesUsers.ts';
import type { SectionUsers } from './textes.ts';

export type UserList = {
  users: ReturnType<typeof useUsers>;
  /** How many match in all; undefined until it is known. */
  total: number | undefined;
  page: number;
  turnTo: (page: number) => void;
};

/** The page of a table: another search starts at the first page, and a list that has shrunk shows its last one. */
export function useUserList(statut: SectionUsers['cle'], q: string | undefined, total: number | undefined): UserList {
  const [place, setPlace] = useState({ q, page: 1 });
  const wanted = place.q === q ? place.page : 1;
  const page = total === undefined ? wanted : Math.min(wanted, pagesOf(total));
  const users = useUsers({ statut, role: 'utilisateur', q, page });
  return { users, total, page, turnTo: (next) => setPlace({ q, page: next }) };
}
