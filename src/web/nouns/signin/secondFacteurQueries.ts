// chunk: identity
/** The person's own second factors. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { orpc, useReadAgainAfter } from '#web/data/queries.ts';
import { sure, useSurely } from '#web/data/surely.ts';

export const useSecondFactor = () => useQuery(orpc.secondFacteur.get.queryOptions());

const DISABLING = sure<Parameters<typeof client.secondFacteur.disable>[0], { success: true }>({
  write: client.secondFacteur.disable,
  find: async () =>
    (await client.secondFacteur.get()).actif_at === null ? { success: true } : null,
  ended: ['second_facteur_absent'],
});
const KEY_REMOVAL = sure({
  write: client.clesAcces.remove,
  find: async (asked: Parameters<typeof client.clesAcces.remove>[0]) => {
    const { cles } = await client.secondFacteur.get();
    return cles.some(({ id }) => id === asked.id) ? null : cles;
  },
  ended: ['cle_introuvable'],
});

export const useStartFactor = () => useMutation(orpc.secondFacteur.start.mutationOptions());
export const useConfirmFactor = () =>
  useMutation(
    orpc.secondFacteur.confirm.mutationOptions({
      onSettled: useReadAgainAfter(api.secondFacteur.confirm),
    }),
  );
export const useDisableFactor = () =>
  useSurely(DISABLING, { call: api.secondFacteur.disable, once: true });
export const useRenewCodes = () =>
  useMutation(
    orpc.secondFacteur.renewCodes.mutationOptions({
      onSettled: useReadAgainAfter(api.secondFacteur.renewCodes),
    }),
  );
export const useRemoveKey = () =>
  useSurely(KEY_REMOVAL, { call: api.clesAcces.remove, once: true });

/** Confirms this session for ten minutes (ACC-100). */
export const useConfirmHolder = () => useMutation(orpc.profil.confirm.mutationOptions());

/**
 * Creates a passkey in this browser and stores it. False if the person closed the browser's dialog,
 * or if the authenticator has one already.
 */
export const useAddKey = () =>
  useMutation({
    mutationFn: async ({
      nom,
      ...proof
    }: {
      nom: string;
      password: string;
      code?: string;
    }): Promise<boolean> => {
      const options = (await client.clesAcces.start(
        proof,
      )) as unknown as PublicKeyCredentialCreationOptionsJSON;
      const credential = await navigator.credentials
        .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        .catch(() => null);
      if (!(credential instanceof PublicKeyCredential)) return false;
      const reponse = credential.toJSON() as RegistrationResponseJSON;
      await client.clesAcces.add({
        nom,
        reponse: { ...reponse, type: 'public-key', clientExtensionResults: {} },
      });
      return true;
    },
    onSettled: useReadAgainAfter(api.clesAcces.add),
  });
