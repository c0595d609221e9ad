package dev.weir.workload;

import dev.weir.study.DocumentKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of a game role and how many of them one update writes. All fields sit in one
 * subdocument; the first is an int that serves as the version counter, so that every update changes
 * its document.
 *
 * <p>Sizes follow the role-update study: its 56 bytes of data are a {@code $set} of 613 bytes of
 * BSON and its 2000 bytes one of 9906, because field names dominate.
 */
public final class RoleSchema {
  private static final int INT_BYTES = 4;

  private static final String ROLE = "persistentState";
  private static final List<String> ROLE_INTS =
      List.of(
          "version",
          "characterLevel",
          "experiencePoints",
          "combatPowerRating",
          "vitalityAttribute",
          "strengthAttribute",
          "goldCoinBalance",
          "questProgressFlags",
          "currentMapNumber",
          "positionX",
          "positionY",
          "lastLoginSeconds");
  private static final List<String> ROLE_STRINGS =
      List.of("guildRankTitle", "activeWeaponSkin", "activeTitleBadges", "preferredRegion");
  private static final int ROLE_STRING_LENGTH = 2;

  private static final String SKILLS = "stats";
  private static final String SKILL = "skill";
  private static final String REST = "note";

  private final DocumentKind kind;
  private final String parent;

  private RoleSchema(DocumentKind kind) {
    this.kind = kind;
    this.parent = kind.fieldRole() ? ROLE : SKILLS;
  }

  public static RoleSchema of(DocumentKind kind) {
    return new RoleSchema(kind);
  }

  public DocumentKind kind() {
    return kind;
  }

  /** Name of the subdocument that holds the fields. */
  public String parent() {
    return parent;
  }

  /**
   * The fields that an update of that number of bytes of data writes: four bytes an int, the rest
   * in one string (for {@code role56}: 12 ints and 4 strings of two characters).
   *
   * @param dataBytes between the kind's fewest and most bytes
   */
  public List<RoleField> fields(int dataBytes) {
    if (dataBytes < kind.minBytes() || dataBytes > kind.maxBytes()) {
      throw new IllegalArgumentException(kind + " has no update of " + dataBytes + " bytes");
    }
    List<RoleField> fields = new ArrayList<>();
    if (kind.fieldRole()) {
      ROLE_INTS.forEach(name -> fields.add(new RoleField(name, 0)));
      ROLE_STRINGS.forEach(name -> fields.add(new RoleField(name, ROLE_STRING_LENGTH)));
      return fields;
    }
    if (kind.fields() > 0) {
      return freeFields(dataBytes);
    }
    for (int i = 0; i < dataBytes / INT_BYTES; i++) {
      fields.add(new RoleField(SKILL + i, 0));
    }
    if (dataBytes % INT_BYTES != 0) {
      fields.add(new RoleField(REST, dataBytes % INT_BYTES));
    }
    return fields;
  }

  /** The version, then strings that share the rest; the first ones take what can't be shared. */
  private List<RoleField> freeFields(int dataBytes) {
    List<RoleField> fields = new ArrayList<>();
    fields.add(new RoleField(SKILL + 0, 0));
    int strings = kind.fields() - 1;
    int characters = dataBytes - INT_BYTES;
    for (int i = 0; i < strings; i++) {
      int more = i < characters % strings ? 1 : 0;
      fields.add(new RoleField(SKILL + (i + 1), characters / strings + more));
    }
    return fields;
  }
}
