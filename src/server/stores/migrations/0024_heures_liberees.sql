-- The closures that wish the hours are locked before they hold them: one that another transaction is deleting is waited for, because rows
-- with its id would refer to nothing, and that transaction or this one would fail. Holding their hours needs no more than their keys.
CREATE OR REPLACE FUNCTION "occupations_liberees"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "fermetures" f
  WHERE OLD."ressource_id" = ANY(f."pistes") AND OLD."jour" BETWEEN f."du" AND f."au"
  ORDER BY f."id" FOR KEY SHARE;
  PERFORM "tenir_fermetures"(OLD."ressource_id", OLD."jour", OLD."jour");
  RETURN NULL;
END
$$;
