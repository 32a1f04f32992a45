/** The person's own second factors. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '../client.ts';
import { orpc, useReadAgainAfter } from '../queries.ts';

export const useSecondFactor = () => useQuery(orpc.secondFacteur.get.queryOptions());

export const useStartFactor = () => useMutation(orpc.secondFacteur.start.mutationOptions());
export const useConfirmFactor = () =>
  useMutation(
    orpc.secondFacteur.confirm.mutationOptions({
      onSettled: useReadAgainAfter(api.secondFacteur.confirm),
    }),
  );
export const useDisableFactor = () =>
  useMutation(
    orpc.secondFacteur.disable.mutationOptions({
      onSettled: useReadAgainAfter(api.secondFacteur.disable),
    }),
  );
export const useRenewCodes = () =>
  useMutation(
    orpc.secondFacteur.renewCodes.mutationOptions({
      onSettled: useReadAgainAfter(api.secondFacteur.renewCodes),
    }),
  );
export const useRemoveKey = () =>
  useMutation(
    orpc.clesAcces.remove.mutationOptions({ onSettled: useReadAgainAfter(api.clesAcces.remove) }),
  );

/** Confirms this session for ten minutes (ACC-100). */
export const useConfirmHolder = () => useMutation(orpc.profil.confirm.mutationOptions());

/**
 * Makes a passkey in this browser and stores it; false where the person closed the browser's
 * dialog, or the authenticator has one already.
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
