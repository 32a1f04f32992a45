-- A reminder is now written when it is due. Those that were written ahead and were not tried yet are found again by then, as their lesson is
-- at that time. Instances of the version before may still write some; the look for due ones deletes them.
DELETE FROM "courriels" WHERE "sorte" = 'rappel' AND "statut" = 'en_attente' AND "essais" = 0 AND "envoyer_apres" > now();